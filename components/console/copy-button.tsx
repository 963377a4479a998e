'use client'

import { useConsoleTexts } from '@/components/texts'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A copy button that gets its texts in the browser. Otherwise a table would send them with each row.
 *
 * @param what - names the text: `subnet ID` makes the button "Copy subnet ID".
 */
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
