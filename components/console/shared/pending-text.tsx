'use client'

import type { ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { useIsLoading } from '@/components/ui/link'

/** The text of a link, which says so while the page behind it is loading. */
export function PendingText({ children }: { children: ReactNode }) {
  const t = useConsoleTexts()
  const isLoading = useIsLoading()
  return <span>{isLoading ? t('controls.loading') : children}</span>
}
