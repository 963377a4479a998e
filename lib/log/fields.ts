import type { ServiceError } from '@/lib/service'

/**
 * The fields of log lines, besides pino's `level` and `time`. A value is never an object, because a request, response,
 * form, cookie or error can contain a key, a nonce or a code.
 */
export const logFields = {
  event: 'What happened. Every line has one.',
  environment: 'The `SERVICE_ENVIRONMENT` of the deployment, in every line.',
  subnet_id: 'The `SUBNET_ID` of the deployment, in every line. Metrics and webhooks use the same name.',
  correlationId:
    'The id of the HTTP request, as in the `X-Request-Id` of its response, and as the support code on the page.',
  proxyRequestId: 'The id of the same request in the proxy, from its `X-Request-Id`. Only with TRUSTED_PROXY_HOPS.',
  requestId: 'The `request_id` of a connect link.',
  outcome: 'The outcome of a press of Connect.',
  reason: 'Why something was refused or failed, in one word if possible.',
  cause: 'Why a user had to wait.',
  waitMs: 'The wait in milliseconds.',
  place: 'The place of the user in the queue, from 1.',
  attempt: 'The number of the attempt within one confirm, from 1.',
  attempts: 'The number of attempts of one confirm.',
  durationMs: 'How long something took, in milliseconds.',
  result: 'The status of a call’s response, or the name of the error if there was no response.',
  status: 'The HTTP status of the service’s answer.',
  contentType: 'The media type of an answer, above all if something between this app and the service has sent it.',
  field: 'The field of our confirm request that the service named.',
  problem: 'What was wrong with sent or received data.',
  path: 'The path of the invalid value in a response’s body.',
  kind: 'How the service refused a call: the kind of the client’s error.',
  received: 'The number of records of a list received before the error.',
  total: 'The total number of records that the service reported.',
  operation: 'The called operation of the service.',
  error: 'The name of an error.',
  code: 'An error’s code.',
  endpoint:
    'The endpoint at which a login failed: discovery, authorization, token, jwks or userinfo of the provider, or return, to which your own site redirects.',
  description: 'The login provider’s description of the error, without parts that name a person or quote sent data.',
  people: '`staff` for the login of staff, if they have a separate one.',
  claim: 'The invalid claim of a login’s token.',
  expected: 'The value of the claim that this app expected.',
  came: 'The received value if it names no person, otherwise its kind.',
  claims: 'The names of the claims that the login provider sent.',
  stack: 'The stack trace of an error, without its message.',
  hint: 'What to check or change.',
  userId:
    'The user of a lost message to your own systems, or of a connection that is not stored yet. Only if CONNECT_RECORDS is `full`.',
  walletAddress: 'The user’s wallet, in the same lines.',
  message: 'The id of a message to your own systems: its `webhook-id`.',
  type: 'The type of such a message.',
  wallet: 'The wallet app that was opened or that answered.',
  method: 'The request to a wallet app: `connect` for an address, `signMessage` for a signature.',
  way: 'How the page reached the wallet: `address` (not at all, the user entered the address), `browser`, `mobile_wallet_adapter`, `deep_link`, or `in_app_browser` (any wallet in a phone’s browser).',
  name: 'The list that was read completely or exported.',
  staff: 'The user ID of the staff member who acted in the console, only in `audit` lines.',
  action: 'The action: `export`, `upload`, `key_check`, `look_up` (of a person), `forget` or `send_again`.',
  what: 'The object of the action, never a person: the name of an export, the ID of a batch or a message, a verdict, or the page of a look-up.',
  credential: 'The credential of an upload: the API key or a JWT.',
  sizeBytes: 'The size of an upload.',
  queued: 'The number of rows that the service accepted.',
  failed: 'The number of rows that the service did not accept.',
  records: 'The number of deleted records of connects.',
  connections: 'The number of deleted connections.',
  messages: 'The number of deleted messages to your own systems.',
  sending: 'How many of the deleted messages were being sent.',
  instances: 'The number of instances, `INSTANCES`.',
  skipped: 'The number of skipped lines of the same kind within a minute.',
  unanswered: 'The number of requests under way when the server began to stop.',
  cutOff: 'The number of requests that were cut off when the server stopped.',
} as const

type LogValue = string | number | boolean | null | undefined

export type LogEntry = { event: string } & { [Name in keyof typeof logFields]?: LogValue }

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
