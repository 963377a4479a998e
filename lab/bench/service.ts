import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listen } from '../../e2e/harness/listen'

/*
 * A service that confirms every request after 1 ms, in a separate process, which runs this file. The stand-in would
 * distort the measurement, because it checks and records every call.
 */

const thisFile = fileURLToPath(import.meta.url)
const latencyMs = 1
const confirmBody = z.object({ request_id: z.string() })

export async function startService(): Promise<{ url: string; close: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', thisFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { request_id: requestId } = confirmBody.parse(await json(request))
  const returnUrl = `https://service.example/callback?request_id=${requestId}#ac=a-code`
  const answer = { status: 'success', return_url: returnUrl, auth_code: 'a-code', expires_at: new Date().toJSON() }
  await sleep(latencyMs)
  response.end(JSON.stringify(answer))
}

if (process.argv[1] === thisFile) {
  const { port } = await listen(createServer((request, response) => void confirm(request, response)))
  console.log(`http://127.0.0.1:${port}`)
  // Exit with the parent process.
  process.stdin.resume().on('end', () => process.exit())
}
