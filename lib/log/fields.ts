import type { ServiceError } from '@/lib/service'

/**
 * The fields of log lines, besides pino's `level` and `time`. The meaning of each is in `docs/operate/logs.md`. A value is
 * never an object, because a request, response, form, cookie or error can contain a key, a nonce or a code.
 */
export const logFields = [
  'event environment subnet_id correlationId proxyRequestId requestId outcome reason cause waitMs place attempt',
  'attempts durationMs result status contentType field problem path kind received total operation error code',
  'endpoint description people claim expected came claims stack hint userId walletAddress message type wallet',
  'method way name staff action what credential sizeBytes queued failed records connections messages sending',
  'instances skipped unanswered cutOff',
] as const

type Words<Text extends string> = Text extends `${infer Word} ${infer Others}` ? Word | Words<Others> : Text
type LogValue = string | number | boolean | null | undefined

export type LogEntry = { event: string } & { [Name in Words<(typeof logFields)[number]>]?: LogValue }

/** Returns the name of an error for the log. Unlike the message, the name quotes nothing. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** The facts of the client's errors. The service's own text is not among them, because it may quote a secret. */
const facts = [
  'operation',
  'kind',
  'status',
  'contentType',
  'reason',
  'problem',
  'path',
  'received',
  'total',
  'code',
] as const

export function serviceErrorFields(error: ServiceError): Omit<LogEntry, 'event'> {
  return { error: error.name, ...Object.fromEntries(facts.map((fact) => [fact, Reflect.get(error, fact)])) }
}
