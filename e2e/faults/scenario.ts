import * as fc from 'fast-check'
import { isFinal, outcomeOf } from '@/lib/connect/outcome'
import { confirmErrorKind, serviceError } from '@/lib/service'
import type { Fault } from '../harness/fault-proxy'

/*
 * The events of a user who connects a wallet. Each press goes to one of two instances, once or twice at the same time.
 * Each press has faults between the app and the service, and between the app and Redis. A scenario is plain data, so
 * that a counterexample is readable.
 */

export interface Scenario {
  /** Whether the instances share their limits in Redis. */
  hasRedis: boolean
  callsPerMinute: number
  clockSkewMs: [number, number]
  presses: PressPlan[]
}

interface PressPlan {
  instance: 0 | 1
  /** For this press. */
  deadlineMs: number
  /** Whether the user presses twice on this instance at the same time. */
  isTwice: boolean
  /** The faults of the first exchanges with the service, in order. Later exchanges pass. */
  service: ServiceFault[]
  /** The faults of the first exchanges with Redis. */
  redis: Fault[]
}

/** A fault, or an answer that some version of the service might give. */
type ServiceFault = Fault | { kind: 'made-up answer'; isHeard: boolean; made: MadeAnswer }

/** A made-up answer. The values of the run replace `{code}`, `{nonce}` and `{key}` in its texts. */
interface MadeAnswer {
  status: number
  retryAfter: string
  body: Record<string, unknown> | unknown[] | string | null
}

const position = fc.nat({ max: 700 })
const garbage = fc.uint8Array({ minLength: 1, maxLength: 80 })

const latency = fc.record({ kind: fc.constant('latency'), latencyMs: fc.integer({ min: 1, max: 40 }) })
const drip = fc.record({
  kind: fc.constant('slow drip'),
  drip: fc.record({ bytes: fc.integer({ min: 20, max: 200 }), everyMs: fc.integer({ min: 0, max: 2 }) }),
})
const reset = position.map((at): Fault => ({ kind: 'reset', cut: { at, by: 'reset' } }))
const truncation = position.map((at): Fault => ({ kind: 'truncation', cut: { at, by: 'end' } }))
const silence = position.map((at): Fault => ({ kind: 'silence', cut: { at, by: 'silence' } }))
const withGarbage = fc
  .tuple(position, garbage)
  .map(([at, bytes]): Fault => ({ kind: 'garbage', cut: { at, by: 'garbage', bytes } }))
const lost = fc.constant<Fault>({ kind: 'request lost', isHeard: false, cut: { at: 0, by: 'reset' } })

const skewedDates = fc.integer({ min: -86_400, max: 86_400 }).map((seconds): Fault => {
  const date = new Date(Date.now() + seconds * 1000).toUTCString()
  return { kind: 'clock skew', changeHead: (head) => head.replace(/\r\ndate: [^\r]+/i, `\r\nDate: ${date}`) }
})

/** A 5xx from a gateway in front of the service, with or without the request reaching the service. */
const storm = fc
  .record({
    status: fc.constantFrom(500, 502, 503, 504),
    isHeard: fc.boolean(),
    body: fc.constantFrom('', '<html><h1>Bad gateway</h1></html>', '{"error":"Try later"}'),
  })
  .map(({ status, isHeard, body }): Fault => ({
    kind: '5xx storm',
    isHeard,
    answer: httpAnswer({ status, body, headers: { 'Content-Type': 'text/html' } }),
  }))

const reasons = [
  'already_confirmed',
  'request_not_found',
  'request_expired',
  'nonce_mismatch',
  'invalid_address',
  'invalid_request',
  'of another version',
]
const absent = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })

const madeBody = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      status: absent(fc.constantFrom('success', 'error')),
      auth_code: fc.constantFrom<unknown[]>(undefined, undefined, undefined, '{code}', '', null, 7, ['{code}']),
      return_url: fc.constantFrom<unknown[]>(
        undefined,
        'https://service.example/cb?request_id=1;b#ac={code}',
        'http://service.example/cb#ac={code}',
        'javascript:alert(1)//#ac={code}',
        '/cb#ac={code}',
        7,
      ),
      error: absent(
        fc.constantFrom(
          'No',
          '',
          'The nonce {nonce} is used',
          'Key {key} sent',
          'See auth_code {code}',
          'x'.repeat(5000),
        ),
      ),
      reason: absent(fc.constantFrom(...reasons)),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'null', '"text"', '[]', '{', '<html>', '{"auth_code":"{code}"') },
)

const madeAnswer = fc.record({
  kind: fc.constant('made-up answer' as const),
  isHeard: fc.boolean(),
  made: fc.record({
    status: fc.constantFrom(200, 200, 201, 202, 301, 302, 400, 401, 403, 404, 409, 409, 410, 418, 422, 429, 500, 503),
    retryAfter: fc.constantFrom('1', 'Wed, 21 Oct 2015 07:28:00 GMT', 'soon'),
    body: madeBody,
  }),
})

const none = fc.constant<Fault>({ kind: 'none' })

/** Each kind of fault between the app and the service, and how often it comes. */
const serviceFaults: { weight: number; arbitrary: fc.Arbitrary<ServiceFault> }[] = [
  { weight: 1, arbitrary: latency },
  { weight: 1, arbitrary: drip },
  { weight: 2, arbitrary: reset },
  { weight: 2, arbitrary: truncation },
  { weight: 1, arbitrary: silence },
  { weight: 2, arbitrary: withGarbage },
  { weight: 2, arbitrary: lost },
  { weight: 1, arbitrary: skewedDates },
  { weight: 4, arbitrary: storm },
  { weight: 5, arbitrary: madeAnswer },
]
const redisFaults: { weight: number; arbitrary: fc.Arbitrary<Fault> }[] = [
  { weight: 4, arbitrary: latency },
  { weight: 1, arbitrary: reset },
  { weight: 1, arbitrary: truncation },
  { weight: 2, arbitrary: withGarbage },
  { weight: 2, arbitrary: lost },
]
const serviceFault = fc.oneof({ weight: 1, arbitrary: none }, ...serviceFaults)
const redisFault = fc.oneof({ weight: 48, arbitrary: none }, ...redisFaults)

const skew = fc.constantFrom(0, 0, -600_000, 600_000)

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  hasRedis: fc.constantFrom(false, false, true),
  callsPerMinute: fc.constantFrom(120, 6000, 6000),
  clockSkewMs: fc.tuple(skew, skew),
  presses: fc.array(
    fc.record({
      instance: fc.constantFrom(0 as const, 1 as const),
      deadlineMs: fc.constant(150),
      isTwice: fc.constantFrom(false, false, true),
      service: fc.array(serviceFault, { minLength: 1, maxLength: 6 }),
      redis: fc.array(redisFault, { maxLength: 30 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

/** Returns a scenario for each kind of fault, because random scenarios rarely have some of them. */
export function scenarioOfEachKind(seed: number): Scenario[] {
  const scenarioOf = (hasRedis: boolean, faults: Pick<PressPlan, 'service' | 'redis'>): Scenario => ({
    hasRedis,
    callsPerMinute: 6000,
    clockSkewMs: [0, 0],
    // The app must reach the fault before its deadline, also on a busy machine.
    presses: [{ instance: 0, deadlineMs: 3000, isTwice: false, ...faults }],
  })
  const one = <Value>({ arbitrary }: { arbitrary: fc.Arbitrary<Value> }) => fc.sample(arbitrary, { seed, numRuns: 1 })
  return [
    ...serviceFaults.map((each) => scenarioOf(false, { service: one(each), redis: [] })),
    ...redisFaults.map((each) => scenarioOf(true, { service: [], redis: one(each) })),
  ]
}

/** Formats a raw answer, after which the connection ends. */
export function httpAnswer(answer: { status: number; body: string; headers: Record<string, string> }): string {
  const { status, body, headers } = answer
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Answer\r\n${lines.join('')}\r\n${body}`
}

/**
 * Replaces the placeholders with the values of a run, and a new code, which the result names. `mayEnd` says whether the
 * answer is a final refusal.
 */
export function prepare(
  fault: ServiceFault,
  { nonce, apiKey }: { nonce: string; apiKey: string },
): { fault: Fault; mayEnd: boolean; code?: string | undefined } {
  if (!('made' in fault)) return { fault, mayEnd: false }
  const { made, isHeard, kind } = fault
  const text = typeof made.body === 'string' ? made.body : JSON.stringify(made.body)
  const code = text.includes('{code}') ? `ac-made-${Math.random().toString(36).slice(2).padEnd(12, 'x')}` : undefined
  const body = text
    .replaceAll('{code}', code ?? '')
    .replaceAll('{nonce}', nonce)
    .replaceAll('{key}', apiKey)
  const headers = {
    'Content-Type': 'application/json',
    ...(made.status === 429 ? { 'Retry-After': made.retryAfter } : {}),
  }
  const answer = httpAnswer({ status: made.status, body, headers })
  const { error: serviceText, reason } = Object(made.body) as Partial<Record<'error' | 'reason', string>>
  const answered = { kind: confirmErrorKind({ ...made, reason, text: serviceText }), status: made.status, reason }
  const refusal = serviceError('confirmConnection', { name: 'ServiceRefusedError', ...answered, serviceText })
  const mayEnd = isFinal(outcomeOf(refusal, { message: null, code: null }))
  return { fault: { kind, isHeard, answer }, mayEnd, code }
}
