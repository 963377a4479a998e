import type { Metadata } from 'next'
import { NotFound } from '@/components/site/not-found'
import { requestTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts()).plain('notFound.title') }
}

export default async function NotFoundPage() {
  return <NotFound t={await requestTexts()} />
}
