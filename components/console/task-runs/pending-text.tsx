'use client'

import { useLinkStatus } from 'next/link'
import type { ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'

/** The text of a link, which says so while the page behind it is loading. */
export function PendingText({ children }: { children: ReactNode }) {
  const t = useConsoleTexts()
  const { pending } = useLinkStatus()
  return <span>{pending ? t('taskRunsRefresh.loading') : children}</span>
}
