'use client'

import { useConsoleTexts } from '@/components/texts'
import { useCopy } from '@/components/ui/copy-button'

export function CopyForTicket({ text }: { text: string }) {
  const t = useConsoleTexts()
  const notCopied = t('controls.copy.failed')
  const { state, copy } = useCopy(text, t('controls.copy.copied'), notCopied)
  return (
    <>
      <button type="button" onClick={copy} className="action">
        {state === 'copied' ? t('controls.copy.copied') : t('taskRuns.refresh.copy')}
      </button>
      {state === 'failed' && <span className="text-danger">{notCopied}</span>}
    </>
  )
}
