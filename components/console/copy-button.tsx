'use client'

import { useConsoleTexts } from '@/components/texts'
import { CopyButton, useCopy } from '@/components/ui/copy-button'

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

export function CopyAction({ text, label }: { text: string; label: string }) {
  const t = useConsoleTexts()
  const [copied, notCopied] = [t('controls.copy.copied'), t('controls.copy.failed')]
  const { state, copy } = useCopy(text, copied, notCopied)
  return (
    <>
      <button type="button" onClick={copy} className="action">
        {state === 'copied' ? copied : label}
      </button>
      {state === 'failed' && <span className="text-sm text-danger">{notCopied}</span>}
    </>
  )
}
