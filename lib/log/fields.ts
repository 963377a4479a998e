/**
 * The fields of log lines: the one list, which `docs/operate/logs.md` shows with their meaning. A line has
 * these and no others, each with a text, a number or a truth value: never an object, since any request,
 * response, form, cookie or error can carry a key, a nonce or a code.
 */
export const logFields = {
  event: 'What happened. Every line has one.',
  environment: 'The `SERVICE_ENVIRONMENT` of the deployment, in every line.',
  subnet_id: 'Its `SUBNET_ID`, in every line, under the name that metrics and webhooks have for it.',
  correlationId:
    'The id of the HTTP request, as in its response’s `X-Request-Id` and on the page as the code to quote.',
  requestId: 'The `request_id` of a connect link.',
  outcome: 'What a press of Connect came to.',
  reason: 'Why something was refused or failed, in one word where there is one.',
  cause: 'Why somebody had to wait.',
  waitMs: 'For how long, in milliseconds.',
  place: 'How many had their turn before, this one included.',
  attempt: 'Which call of one confirm it was, from 1.',
  attempts: 'How many calls one confirm took.',
  durationMs: 'How long something took, in milliseconds.',
  result: 'The status of a call’s response, or the name of the error where there was none.',
  status: 'The HTTP status that the service answered with.',
  field: 'The field of our confirm request that the service named.',
  problem: 'What was wrong with something that was sent or received.',
  path: 'The place in a response’s body where it was wrong.',
  kind: 'How the service refused a call: the kind of the client’s error.',
  received: 'How many records of a list had come when it went wrong.',
  total: 'How many the service said there are.',
  operation: 'Which operation of the service was called.',
  error: 'The name of an error.',
  code: 'An error’s code.',
  endpoint:
    'Where at the login provider a login failed: discovery, authorization, token, jwks or userinfo; or return, where your own site sends the browser.',
  description: 'The login provider’s words about it, without what names a person or quotes what was sent.',
  people: 'Whose login it was, where staff have one of their own.',
  claim: 'Which claim of a login’s token was wrong.',
  expected: 'What this app expected there.',
  came: 'What came instead: a value that names no person, or its kind.',
  claims: 'The names of the claims that the login provider sent.',
  stack: 'Where in the code an error was thrown, without its message.',
  hint: 'What to look at.',
  userId:
    'The user whom a lost message to your own systems, or a connection that is not kept yet, is about, where CONNECT_RECORDS is `full`.',
  walletAddress: 'Their wallet, in the same lines.',
  message: 'The id of a message to your own systems: its `webhook-id`.',
  type: 'What such a message tells.',
  wallet: 'The wallet app that was opened, or that answered.',
  method: 'What a wallet app was asked for: `connect` for an address, `signMessage` for a signature.',
  way: 'How the wallet was reached: `address` (not at all), `browser`, `mobile_wallet_adapter`, `deep_link`, or `in_app_browser`, which is any wallet in a phone’s browser.',
  name: 'Which list was read whole, or exported.',
  staff: 'The user ID of the staff member who did something in the console, in `audit` lines alone.',
  action:
    'What they did: `export`, `upload`, `key_check`, `name_check`, `look_up` (of a person), `forget` or `send_again`.',
  what: 'What it was done with, and never a person: the name of an export, the ID of a batch or of a message, a verdict, or the page of a look-up.',
  format: 'As CSV or JSON.',
  credential: 'What an upload was authorized with: the API key or a JWT.',
  sizeBytes: 'The size of an upload.',
  queued: 'Rows that the service has accepted.',
  failed: 'Rows that it has not.',
  records: 'Records of connects that were deleted.',
  connections: 'Entries of who has which wallet that were deleted.',
  messages: 'Messages to your own systems that were deleted.',
  instances: 'How many instances shared the Redis when this one last saw it.',
  skipped: 'Lines of the same kind that were left out within a minute.',
  unanswered: 'Requests that were under way as the server was told to stop.',
  cutOff: 'Requests that were cut off as it stopped.',
} as const

type LogValue = string | number | boolean | null | undefined

/** One log line. */
export type LogEntry = { event: string } & { [Name in keyof typeof logFields]?: LogValue }
