'use client'

import { useConsoleTexts } from '@/components/texts'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A copy button with the console's texts, which a table would otherwise send with each of its rows.
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
