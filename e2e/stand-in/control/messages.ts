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

const rate = z.strictObject({
  requests: z.int().min(0),
  windowMs: z.int().min(1),
  countsRefused: z.boolean().default(false),
})

export const settingsChange = z.strictObject({
  connectUrl: z.string().optional(),
  names: z
    .partialRecord(z.enum(['signature', 'from', 'until', 'page', 'limit', 'address']), z.string().min(1))
    .optional(),
  data: z
    .strictObject({
      seed: z.string(),
      users: z.int().min(1).max(0xffff_ffff),
      conversions: z.int().min(0).max(2600),
      breakdownUsers: z.int().min(1),
      openRuns: z.int().min(0),
      finishedRuns: z.int().min(0),
    })
    .partial()
    .optional(),
  rate: rate.optional(),
  /** `quirks.ts` describes each. */
  quirks: z
    .strictObject({
      ignoresUnknown: z.boolean(),
      maxRows: z.int().min(1).nullable(),
      readRate: rate.nullable(),
      readDelayMs: z.int().min(0),
      nullsEvery: z.int().min(1).nullable(),
      unknownWallet: z.strictObject({ status: z.int().min(200).max(599), error: z.string() }),
      untilIsMidnight: z.boolean(),
      textPagination: z.boolean(),
    })
    .partial()
    .optional(),
  /** Whether the creator of the subnet's key is a current admin. */
  keyCreatorIsAdmin: z.boolean().optional(),
  /** The status with which the operator's own system refuses messages. With null, it accepts them. */
  webhookStatus: z
    .union([z.literal(500), z.literal(503)])
    .nullable()
    .optional(),
})

export type ScriptedAnswer = z.output<typeof scriptedAnswer>
export type ScriptedAnswerInput = z.input<typeof scriptedAnswer>
/** A scripted answer that waits for its call. `released` settles when the test releases the answer. */
export type QueuedAnswer = ScriptedAnswer & { released: Promise<unknown> }
export type SuccessChange = z.output<typeof successChange>
export type SuccessChangeInput = z.input<typeof successChange>
export type SettingsChange = z.input<typeof settingsChange>

/** A press of Connect without the page: the parameters for the operator's connect URL. */
export interface PressedConnect {
  request_id: string
  nonce: string
  link: string
}
