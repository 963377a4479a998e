import type { Metadata } from 'next'
import { connection } from 'next/server'
import { UnknownPage } from '@/components/console/unknown-page'
import { requireViewer } from '@/lib/auth/user'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.unknown.title') }
}

/** The page of an unknown URL of the console, which `next.config.mjs` rewrites to this one. */
export default async function Page() {
  await requireViewer('/console/unknown')
  return <UnknownPage />
}
