'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { consoleMessages } from '@/lib/messages/console'

/** Shown inside the console's layout when a page throws. The error itself is in the server's log. */
export default function ConsoleErrorPage({ reset }: { reset: () => void }) {
  const { title, text, retry } = consoleMessages.failure
  return (
    <>
      <h1>{title}</h1>
      <Alert tone="danger" title={text}>
        <Button onClick={reset}>{retry}</Button>
      </Alert>
    </>
  )
}
