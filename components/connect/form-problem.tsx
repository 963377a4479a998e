import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import { useTexts } from '@/components/texts'

/** The problem that kept a press from sending the form. The field itself reports an invalid address. */
export function FormProblem({ ref, kind }: { ref: Ref<HTMLDivElement>; kind: 'offline' | 'proof_missing' }) {
  const t = useTexts()
  return kind === 'offline' ? (
    <Alert ref={ref} tone="warning" title={t('offline.title')}>
      <p>{t('offline.text')}</p>
    </Alert>
  ) : (
    <Alert ref={ref} tone="danger" title={t('wallet.refused.missing.title')}>
      <p>{t('wallet.refused.missing.text')}</p>
    </Alert>
  )
}
