'use client'

import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { commonMessages } from '@/lib/messages/common'

/** Shown where a page threw. Next has already told the server's log; a person sees no details. */
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
