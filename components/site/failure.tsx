'use client'

import { useTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** What is shown in place of a page that could not be rendered. */
export function Failure({ retry }: { retry: () => void }) {
  const t = useTexts()
  return (
    <Card title={t('failure.title')}>
      <p role="alert">{t('failure.text')}</p>
      <Button look="primary" onClick={retry}>
        {t('failure.retry')}
      </Button>
    </Card>
  )
}
