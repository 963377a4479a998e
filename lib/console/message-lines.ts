/*
 * Messages of a long piece of work, on their way from a route handler to the page that shows them: one
 * line of JSON each (`application/x-ndjson`).
 */

/**
 * Answers with messages as they come. The next one is made when the one before has been taken, so that
 * nothing heaps up; who leaves ends the work.
 *
 * @param leaving - aborted where the browser leaves.
 * @param lastMessage - what is sent where the work throws, in its place.
 */
export function messageResponse<Message>(
  messages: AsyncGenerator<Message, void, undefined>,
  { leaving, lastMessage }: { leaving: AbortController; lastMessage: (error: unknown) => Message },
): Response {
  const encoder = new TextEncoder()
  const lineOf = (message: Message) => encoder.encode(`${JSON.stringify(message)}\n`)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await messages.next()
          if (next.done) controller.close()
          else controller.enqueue(lineOf(next.value))
        } catch (error) {
          if (leaving.signal.aborted) return
          controller.enqueue(lineOf(lastMessage(error)))
          controller.close()
        }
      },
      async cancel() {
        leaving.abort()
        await messages.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      // What compresses or buffers on the way would hold the progress back until it is over.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

/**
 * Reads messages as they arrive.
 *
 * @throws SyntaxError for a line that is no JSON: whatever sent it, it was not `messageResponse`; and what
 * the stream throws where it breaks off
 */
export async function* readMessages<Message>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as Message
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
