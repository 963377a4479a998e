/** An answer that replaces the real one at the next call of an operation. */
export interface ScriptedAnswer {
  /** With `arrival`, it answers at once. With `handle`, the call takes effect, and its real answer is lost. @default arrival */
  after?: 'arrival' | 'handle'
  /** Real milliseconds before the answer begins. */
  delayMs?: number
  /** The answer waits until the test releases it, so that the test can check the page meanwhile. */
  waitsForRelease?: boolean
  /**
   * `reset` resets the connection before an answer. `hang` sends no answer. `truncate` ends the connection before the
   * body has the length of its content-length.
   */
  drop?: 'reset' | 'hang' | 'truncate'
  /** @default 200 */
  status?: number
  headers?: Record<string, string>
  /** The body: JSON, a text, or this many bytes of spaces. */
  json?: unknown
  text?: string
  bytes?: number
  /** The number of calls that get it. @default 1 */
  times?: number
}

/** A scripted answer that waits for its call. `released` settles when the test releases the answer. */
export type QueuedAnswer = ScriptedAnswer & { released: Promise<unknown> }

/** A change to the body of an operation's next real successful answer. */
export interface SuccessChange {
  /** Fields to set. The real values replace `{origin}`, `{request_id}` and `{ac}` in texts. */
  set?: Record<string, unknown>
  remove?: string[]
  times?: number
}

/** A press of Connect without the page: the parameters for the operator's connect URL. */
export interface PressedConnect {
  request_id: string
  nonce: string
  link: string
}
