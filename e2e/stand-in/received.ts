import type { OperationName } from './operations/name'

/** One request as it arrived. Held for tests only, and never printed: it has the key in it. */
export interface ReceivedRequest {
  at: string
  /** The operation it was for; null for a page or an unknown path. */
  operation: OperationName | null
  method: string
  path: string
  /** Path and query exactly as they stood in the request line. */
  target: string
  headers: Record<string, string>
  /** The body as text, cut at 64 KB; null where there was none or it was streamed. */
  body: string | null
  /** What a streamed upload held. */
  upload: { fileName: string; bytes: number; rows: number } | null
  /** The status answered; null while there is none, or where the answer was dropped. */
  status: number | null
}

const kept = 2000

/** The latest requests, newest last. Bounded, so that a load test does not fill the memory. */
export class Received {
  #requests: ReceivedRequest[] = []

  add(request: ReceivedRequest): void {
    this.#requests.push(request)
    if (this.#requests.length > kept) this.#requests.shift()
  }

  list(): readonly ReceivedRequest[] {
    return this.#requests
  }

  reset(): void {
    this.#requests = []
  }
}
