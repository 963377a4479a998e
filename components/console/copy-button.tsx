'use client'

import { useConsoleTexts } from '@/components/texts'
import { CopyButton } from '@/components/ui/copy-button'

/** Gets its texts in the browser. Otherwise a table would send them with each row. */
export function ConsoleCopyButton({ text, what }: { text: string; what: string }) {
  const t = useConsoleTexts()
  return (
    <CopyButton
      text={text}
      label={t('controls.copy.button', { what })}
      copied={t('controls.copy.copied')}
      notCopied={t('controls.copy.failed')}
    />
  )
}
