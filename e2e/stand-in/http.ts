import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'

/** The six operations, in the order of the interface. */
export type OperationName = 'pending' | 'confirm' | 'conversions' | 'balances' | 'upload' | 'resources'

/** A received request, for tests only. Never print it, because it contains the key. */
export interface ReceivedRequest {
  at: string
  /** Its operation; null for a page or an unknown path. */
  operation: OperationName | null
  method: string
  path: string
  /** Path and query exactly as in the request line. */
  target: string
  headers: Record<string, string>
  /** The body of an operation with JSON; null for any other request, or if it exceeds 64 KB. */
  body: string | null
  /** The contents of a streamed upload. */
  upload: { fileName: string; bytes: number; rows: number; state: 'coming' | 'whole' | 'broken off' } | null
  /** The status of the answer; null before the answer, or if a script dropped the answer. */
  status: number | null
}

export interface Env {
  Bindings: HttpBindings
  Variables: { record: ReceivedRequest }
}

export type App = Hono<Env>
export type AppContext = Context<Env>

const bodyLimitInBytes = 64 * 1024

/** Reads the body to its end. Returns the text; null if it is too long. */
export async function readText(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= bodyLimitInBytes) chunks.push(chunk)
  }
  return length > bodyLimitInBytes ? null : Buffer.concat(chunks).toString()
}

/** Parses a JSON text; null if it is invalid. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
