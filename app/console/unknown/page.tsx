import type { Metadata } from 'next'
import { connection } from 'next/server'
import { UnknownPage } from '@/components/console/unknown-page'
import { requireViewer } from '@/lib/auth/user'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.unknown.title') }
}

export default async function Page() {
  await requireViewer('/console/unknown')
  return <UnknownPage />
}
