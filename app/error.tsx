'use client'

import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useTexts } from '@/components/texts'

/** Shown if a page throws. Next has already logged the error on the server; users see no details. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const t = useTexts()
  return (
    <Card title={t('failure.title')}>
      <p role="alert">{t('failure.text')}</p>
      <Button look="primary" onClick={reset}>
        {t('failure.retry')}
      </Button>
    </Card>
  )
}
