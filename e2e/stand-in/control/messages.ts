import { z } from 'zod'

const times = z.int().min(1).default(1)

/** An answer that replaces the real one at the next call of an operation. */
export const scriptedAnswer = z
  .strictObject({
    /** With `arrival`, it answers at once. With `handle`, the call takes effect, and its real answer is lost. */
    after: z.enum(['arrival', 'handle']).default('arrival'),
    /** Real milliseconds before the answer begins. */
    delayMs: z.int().min(0).default(0),
    /** The answer waits until the test releases it, so that the test can check the page meanwhile. */
    waitsForRelease: z.boolean().default(false),
    /**
     * `reset` resets the connection before an answer. `hang` sends no answer. `truncate` ends the connection before the
     * body has the length of its content-length.
     */
    drop: z.enum(['reset', 'hang', 'truncate']).optional(),
    status: z.int().min(200).max(599).default(200),
    headers: z.record(z.string(), z.string()).default({}),
    json: z.json().optional(),
    text: z.string().optional(),
    /** The size of a chunked body. */
    bytes: z.int().min(0).optional(),
    /** The number of calls that get it. */
    times,
  })
  .refine(
    ({ json, text, bytes }) => [json, text, bytes].filter((it) => it !== undefined).length <= 1,
    'at most one of json, text and bytes',
  )

/** A change to the body of an operation's next real successful answer. */
export const successChange = z.strictObject({
  /** Fields to set. The real values replace `{origin}`, `{request_id}` and `{ac}` in texts. */
  set: z.record(z.string(), z.json()).default({}),
  remove: z.array(z.string()).default([]),
  times,
})

export type ScriptedAnswer = z.output<typeof scriptedAnswer>
export type ScriptedAnswerInput = z.input<typeof scriptedAnswer>
/** A scripted answer that waits for its call. `released` settles when the test releases the answer. */
export type QueuedAnswer = ScriptedAnswer & { released: Promise<unknown> }
export type SuccessChange = z.output<typeof successChange>
export type SuccessChangeInput = z.input<typeof successChange>

/** A press of Connect without the page: the parameters for the operator's connect URL. */
export interface PressedConnect {
  request_id: string
  nonce: string
  link: string
}
