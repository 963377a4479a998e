'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useConsoleTexts } from '@/components/texts'

/** Shown inside the console's layout when a page throws. The error itself is in the server's log. */
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
