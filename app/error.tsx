'use client'

import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { commonMessages } from '@/lib/messages/common'

/** Shown if a page throws. Next has already logged the error on the server; users see no details. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { title, text, retry } = commonMessages.failure
  return (
    <Card title={title}>
      <p role="alert">{text}</p>
      <Button look="primary" onClick={reset}>
        {retry}
      </Button>
    </Card>
  )
}
