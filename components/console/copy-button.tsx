'use client'

import type { ComponentProps } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { CopyButton } from '@/components/ui/copy-button'

/** Gets its texts in the browser. Otherwise a table would send them with each row. */
export function ConsoleCopyButton({
  what = '',
  label,
  ...props
}: Pick<ComponentProps<typeof CopyButton>, 'text' | 'look'> & { what?: string; label?: string }) {
  const t = useConsoleTexts()
  return (
    <CopyButton
      {...props}
      label={label ?? t('controls.copy.button', { what })}
      copied={t('controls.copy.copied')}
      notCopied={t('controls.copy.failed')}
    />
  )
}
