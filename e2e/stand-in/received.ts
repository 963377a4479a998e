import type { OperationName } from './operations/name'

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
  upload: { fileName: string; bytes: number; rows: number } | null
  /** The status of the answer; null before the answer, or if a script dropped the answer. */
  status: number | null
}

const kept = 2000

/** The latest requests, newest last. Their number is limited, so that a load test does not fill the memory. */
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
