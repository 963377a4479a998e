'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useConsoleTexts } from '@/components/texts'

/** The page inside the console's layout if a page throws. The server has already logged the error. */
export default function ConsoleErrorPage({ reset }: { reset: () => void }) {
  const t = useConsoleTexts()
  return (
    <>
      <h1>{t('controls.failure.title')}</h1>
      <Alert tone="danger" title={t('controls.failure.text')}>
        <Button onClick={reset}>{t('controls.failure.retry')}</Button>
      </Alert>
    </>
  )
}
