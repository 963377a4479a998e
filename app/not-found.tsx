import type { Metadata } from 'next'
import { NotFound } from '@/components/site/not-found'
import { directionOf } from '@/lib/messages/language'
import { requestLanguage, requestTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts()).plain('notFound.title') }
}

export default async function NotFoundPage() {
  const language = await requestLanguage()
  return (
    // This page has a different language than the console around it.
    <div lang={language} dir={directionOf(language)}>
      <NotFound t={await requestTexts()} />
    </div>
  )
}
