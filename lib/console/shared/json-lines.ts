import { streamedHeaders } from './responses'

/*
 * Streams the messages of a long task from a route handler to a page, with one line of JSON for each message
 * (`application/x-ndjson`).
 */

/**
 * Responds with the messages of a task. It requests a message after it has sent the previous one, so that messages do
 * not pile up in memory. The task ends when the browser disconnects. Between messages, it sends an empty line from
 * time to time, because proxies end a response after a minute without a byte.
 *
 * @param options.abortController - aborted when the browser disconnects.
 * @param options.errorMessage - makes the last message if the task throws.
 * @param options.signOfLifeMs - milliseconds between two empty lines.
 */
export function jsonLinesResponse<Message>(
  messages: AsyncGenerator<Message, void, undefined>,
  {
    abortController,
    errorMessage,
    signOfLifeMs = 15_000,
  }: { abortController: AbortController; errorMessage: (error: unknown) => Message; signOfLifeMs?: number },
): Response {
  const encoder = new TextEncoder()
  let timer: ReturnType<typeof setInterval> | undefined
  const toLine = (message: Message) => encoder.encode(`${JSON.stringify(message)}\n`)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer = setInterval(() => controller.enqueue(encoder.encode('\n')), signOfLifeMs)
        try {
          const next = await messages.next()
          if (next.done) controller.close()
          else controller.enqueue(toLine(next.value))
        } catch (error) {
          if (abortController.signal.aborted) return
          controller.enqueue(toLine(errorMessage(error)))
          controller.close()
        } finally {
          clearInterval(timer)
        }
      },
      async cancel() {
        clearInterval(timer)
        abortController.abort()
        await messages.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', ...streamedHeaders },
  })
}

/**
 * Reads messages as they arrive.
 *
 * @throws SyntaxError if a line is not JSON, which means that `jsonLinesResponse` did not send it.
 * @throws the stream's error if the connection fails.
 */
export async function* readJsonLines<Message>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield JSON.parse(line) as Message
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
