'use client'

import type { ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { useIsLoading } from '@/components/ui/link'

/** The text of a link, replaced by a loading text while the page behind it loads. */
export function PendingText({ children }: { children: ReactNode }) {
  const t = useConsoleTexts()
  const isLoading = useIsLoading()
  return <span>{isLoading ? t('controls.loading') : children}</span>
}
