import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueuedAnswer, ScriptedAnswer, SuccessChange } from './control/messages'

const chunk = Buffer.alloc(64 * 1024, ' ')

/**
 * Writes a scripted answer directly to the socket, because a web framework would not send half of these answers.
 *
 * @returns the sent status, or null if the script drops the answer.
 */
export async function deliver(script: QueuedAnswer, outgoing: ServerResponse): Promise<number | null> {
  const { delayMs = 0, status = 200 } = script
  if (delayMs > 0) await sleep(delayMs)
  if (script.waitsForRelease && !outgoing.closed) await Promise.race([script.released, once(outgoing, 'close')])
  if (script.drop === 'hang' && !outgoing.closed) await once(outgoing, 'close')
  if (outgoing.closed) return null
  if (script.drop === 'reset') {
    outgoing.socket?.resetAndDestroy()
    return null
  }

  const body = bodyOf(script)
  const headers = new Headers(body.type ? { 'content-type': body.type } : {})
  if (script.drop === 'truncate') headers.set('content-length', String(body.length + 1000))
  else if (script.bytes === undefined) headers.set('content-length', String(body.length))
  for (const [name, value] of Object.entries(script.headers ?? {})) headers.set(name, value)

  outgoing.writeHead(status, Object.fromEntries(headers)).flushHeaders()
  try {
    await pipeline(Readable.from(body.pieces), outgoing, { end: script.drop !== 'truncate' })
  } catch {
    // The caller disconnected before the end.
    return null
  }
  if (script.drop !== 'truncate') return status
  // Wait until the socket has sent the written part, because the body must start and then stop.
  outgoing.socket?.destroySoon()
  return null
}

/** Changes the body of a real successful answer as a test wants it. */
export function applyChange(
  body: Record<string, unknown>,
  { set = {}, remove = [] }: SuccessChange,
  origin: string,
): Record<string, unknown> {
  const { auth_code: ac, return_url: returnUrl } = body
  const requestId = typeof returnUrl === 'string' ? new URL(returnUrl).searchParams.get('request_id') : null
  const fill = (text: string) =>
    text
      .replaceAll('{origin}', () => origin)
      .replaceAll('{request_id}', () => requestId ?? '')
      .replaceAll('{ac}', () => (typeof ac === 'string' ? ac : ''))

  const changed = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, typeof value === 'string' ? fill(value) : value]),
  )
  return Object.fromEntries(Object.entries({ ...body, ...changed }).filter(([name]) => !remove.includes(name)))
}

interface Body {
  length: number
  type: string | null
  pieces: Iterable<Uint8Array>
}

function bodyOf({ json, text, bytes }: ScriptedAnswer): Body {
  if (bytes !== undefined) return { length: bytes, type: 'text/plain', pieces: filler(bytes) }
  const content = Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json))
  const type = json !== undefined ? 'application/json' : text !== undefined ? 'text/plain' : null
  return { length: content.length, type, pieces: content.length > 0 ? [content] : [] }
}

/** Makes a stream of `bytes` spaces. A JSON parser has to read all of it, because data could follow. */
function* filler(bytes: number): Iterable<Uint8Array> {
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}
