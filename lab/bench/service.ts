import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listen } from '../../e2e/harness/listen'
import { serve, startServerProcess } from '../../e2e/harness/server-process'

/*
 * A service that confirms every request after 1 ms, in a separate process, which runs this file. The stand-in would
 * distort the measurement, because it checks and records every call.
 */

const thisFile = fileURLToPath(import.meta.url)
const latencyMs = 1
const confirmBody = z.object({ request_id: z.string() })

/** Its line is its URL. */
export const startService = () => startServerProcess(thisFile)

async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { request_id: requestId } = confirmBody.parse(await json(request))
  const returnUrl = `https://service.example/callback?request_id=${requestId}#ac=a-code`
  const answer = { status: 'success', return_url: returnUrl, auth_code: 'a-code', expires_at: new Date().toJSON() }
  await sleep(latencyMs)
  response.end(JSON.stringify(answer))
}

if (process.argv[1] === thisFile) {
  const { port, close } = await listen(createServer((request, response) => void confirm(request, response)))
  serve(`http://127.0.0.1:${port}`, close)
}
