import type { Metadata } from 'next'
import { UnknownPage } from '@/components/console/unknown-page'
import { requireViewer } from '@/lib/auth/user'
import * as en from '@/lib/messages/console/en'

export const metadata: Metadata = { title: en.layout.unknown.title }

export default async function Page() {
  await requireViewer('/console/unknown')
  return <UnknownPage />
}
