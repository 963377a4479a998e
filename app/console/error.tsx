'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { consoleMessages } from '@/lib/messages/console'

/** Shown where a page of the console threw, with the navigation still around it. The server's log has the rest. */
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
