import { describe, expect, it, vi } from 'vitest'
import { confirmErrorKind, serviceError, type ErrorKind } from '@/lib/service'
import type { Refusal } from '@/lib/service/errors'
import { isConfirmedBefore, isFinal, notConfirmedSchema, operatorHint, outcomeOf } from './outcome'

const said = { message: 'In words.', code: 'CODE' }

const operation = 'confirmConnection'
function refusedWith({ status, kind, ...rest }: Omit<Refusal, 'serviceText'> & { kind?: ErrorKind }) {
  const given = kind ?? confirmErrorKind({ status, reason: rest.reason, text: 'In words.' })
  return serviceError(operation, { name: 'ServiceRefusedError', kind: given, status, ...rest })
}

describe('outcomeOf', () => {
  it('gives each answer a reason and a remedy', () => {
    for (const [status, given, reason, remedy] of [
      [409, 'already_confirmed', 'already_confirmed', 'press_connect_again'],
      [404, 'request_not_found', 'request_not_found', 'press_connect_again'],
      [410, 'request_expired', 'request_expired', 'press_connect_again'],
      [422, 'nonce_mismatch', 'nonce_mismatch', 'open_newest_link'],
      [422, 'invalid_address', 'invalid_address', 'check_address'],
      [422, 'invalid_request', 'invalid_request', 'tell_operator'],
      [401, undefined, 'not_authorized', 'tell_operator'],
      [403, undefined, 'not_authorized', 'tell_operator'],
      [500, undefined, 'server_error', 'try_again'],
      [301, undefined, 'redirected', 'tell_operator'],
      [307, undefined, 'redirected', 'tell_operator'],
      [200, undefined, 'unknown', 'tell_operator'],
      [418, undefined, 'unknown', 'tell_operator'],
    ] as const) {
      const outcome = outcomeOf(refusedWith({ status, reason: given }), said)
      expect(outcome, `${status} ${given}`).toEqual({ kind: 'refused', reason, remedy, ...said })
      expect(isFinal(outcome)).toBe(remedy === 'press_connect_again' || remedy === 'open_newest_link')
    }
  })

  it('returns a wait of the time in Retry-After, or of one minute without it', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const wait = { kind: 'wait', cause: 'asked', place: null }
    const timed = outcomeOf(refusedWith({ status: 429, retryAfterSeconds: 7 }), said)
    expect(timed).toEqual({ ...wait, until: 1_007_000, waitMs: 7000, ...said })
    const silent = outcomeOf(refusedWith({ status: 429 }), { message: null, code: 'CODE' })
    expect(silent).toEqual({ ...wait, until: 1_060_000, waitMs: 60_000, message: null, code: null })
    const ofProxy = refusedWith({ status: 429, kind: 'not_the_service', retryAfterSeconds: 7 })
    expect(outcomeOf(ofProxy, said)).toMatchObject({ kind: 'wait', until: 1_007_000 })
    vi.useRealTimers()
  })

  it('returns the remedy try_again when the response is unreadable or missing', () => {
    const refused = { kind: 'refused', remedy: 'try_again', message: null, code: 'CODE' }
    for (const status of [200, 400, 401, 403, 404, 502]) {
      const result = refusedWith({ status, kind: 'not_the_service' })
      expect(outcomeOf(result, said), `${status}`).toEqual({ ...refused, reason: 'answer_unreadable' })
    }
    for (const [error, reason] of [
      [
        serviceError(operation, { name: 'ServiceProtocolError', status: 200, problem: 'too_large' }),
        'answer_unreadable',
      ],
      [serviceError(operation, { name: 'ServiceTransportError', code: 'ECONNRESET' }), 'no_answer'],
      [serviceError(operation, { name: 'ServiceTimeoutError', deadlineMs: 10 }), 'no_answer'],
    ] as const)
      expect(outcomeOf(error, said)).toEqual({ ...refused, reason })
  })
})

it('notConfirmedSchema accepts only outcomes that did not connect', () => {
  const refused = outcomeOf(refusedWith({ status: 503 }), said)
  expect(notConfirmedSchema.parse(refused)).toEqual(refused)
  expect(notConfirmedSchema.safeParse({ kind: 'confirmed', returnUrl: 'https://service.example' }).success).toBe(false)
})

it('isConfirmedBefore returns true only for confirmed with 409', () => {
  expect(isConfirmedBefore('confirmed', 409)).toBe(true)
  for (const status of [200, 201, 410, 500, null]) expect(isConfirmedBefore('confirmed', status)).toBe(false)
  for (const outcome of ['refused', 'wait', 'arrived']) expect(isConfirmedBefore(outcome, 409)).toBe(false)
})

it('operatorHint says what the operator can check, and which field the service refuses', () => {
  const field = (name: string) => `The service refused the field "${name}" of the confirm request.`
  for (const [reason, named, signatureField, hint] of [
    ['request_not_found', undefined, 'signature', /other deployment.*SERVICE_BASE_URL and SERVICE_ENVIRONMENT/],
    ['invalid_request', 'signature', 'signature', /the field "signature".*set SERVICE_SIGNATURE_FIELD/],
    ['invalid_request', 'proof', 'proof', /the field "proof".*set SERVICE_SIGNATURE_FIELD/],
    ['invalid_request', 'wallet_address', 'signature', field('wallet_address')],
    ['invalid_request', 'signature', 'proof', field('signature')],
    [
      'invalid_request',
      undefined,
      'signature',
      /refused the body of the confirm request, and its answer names the field\.$/,
    ],
    ['unknown', 'signature', 'signature', /does not describe\.$/],
    ...['nonce_mismatch', 'request_expired', 'queue', 'constructor', ''].map(
      (reason) => [reason, 'signature', 'signature', undefined] as const,
    ),
  ] as const) {
    const given = operatorHint(reason, named, signatureField)
    if (hint instanceof RegExp) expect(given).toMatch(hint)
    else expect(given, reason).toBe(hint)
  }
})
