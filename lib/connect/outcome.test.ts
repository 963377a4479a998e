import { describe, expect, it } from 'vitest'
import type { ConfirmResult } from '@/lib/service'
import { outcomeOf, outcomeWithoutResponse } from './outcome'

const returnUrl = 'https://service.example/cb?request_id=1#ac=X'

function resultWith(changes: Partial<ConfirmResult>): ConfirmResult {
  return {
    status: 200,
    hasAuthCode: false,
    returnUrl: undefined,
    error: undefined,
    reason: undefined,
    retryAfterSeconds: undefined,
    isReadable: true,
    ...changes,
  }
}

describe('success', () => {
  it.each([200, 201, 409, 500, 418])('is the presence of auth_code, even with status %i', (status) => {
    expect(outcomeOf(resultWith({ status, hasAuthCode: true, returnUrl, reason: 'already_confirmed' }), [])).toEqual({
      kind: 'connected',
      returnUrl: returnUrl,
    })
  })

  it('is not the status', () => {
    expect(outcomeOf(resultWith({ status: 200, returnUrl }), []).kind).toBe('refused')
  })

  it.each([undefined, null, '/cb#ac=X', 'javascript:alert(1)', 7])('is refused if return_url is %j', (unusable) => {
    expect(outcomeOf(resultWith({ hasAuthCode: true, returnUrl: unusable }), [])).toMatchObject({
      kind: 'refused',
      reason: 'return_url_unusable',
      remedy: { kind: 'tell_operator' },
    })
  })
})

describe('every case of the Errors table, and those that are not in it', () => {
  it.each([
    [409, 'already_confirmed', 'already_confirmed', 'press_connect_again'],
    [404, 'request_not_found', 'request_not_found', 'press_connect_again'],
    [410, 'request_expired', 'request_expired', 'press_connect_again'],
    [422, 'nonce_mismatch', 'nonce_mismatch', 'open_newest_link'],
    [422, 'invalid_address', 'invalid_address', 'check_address'],
    [422, 'invalid_request', 'invalid_request', 'tell_operator'],
    [400, undefined, 'not_authorized', 'tell_operator'],
    [401, undefined, 'not_authorized', 'tell_operator'],
    [403, undefined, 'not_authorized', 'tell_operator'],
    [429, undefined, 'rate_limited', 'wait'],
    [500, undefined, 'server_error', 'try_again'],
    [503, undefined, 'server_error', 'try_again'],
    [599, undefined, 'server_error', 'try_again'],
    [301, undefined, 'redirected', 'tell_operator'],
    [307, undefined, 'redirected', 'tell_operator'],
    [200, undefined, 'unknown', 'tell_operator'],
    [404, undefined, 'unknown', 'tell_operator'],
    [418, undefined, 'unknown', 'tell_operator'],
    [422, 'something_new', 'unknown', 'tell_operator'],
    [200, 'request_expired', 'unknown', 'tell_operator'],
  ])('%i %s', (status, given, reason, remedy) => {
    expect(outcomeOf(resultWith({ status, reason: given, error: 'In words.' }), [])).toMatchObject({
      kind: 'refused',
      reason,
      remedy: { kind: remedy },
      message: 'In words.',
    })
  })

  it('asks to wait as long as the service says, and a minute if it does not say', () => {
    expect(outcomeOf(resultWith({ status: 429, retryAfterSeconds: 7 }), [])).toMatchObject({ remedy: { seconds: 7 } })
    expect(outcomeOf(resultWith({ status: 429 }), [])).toMatchObject({ remedy: { seconds: 60 } })
  })

  it('offers another try if the response cannot be read or none came', () => {
    const refused = { kind: 'refused', remedy: { kind: 'try_again' }, message: null }
    expect(outcomeOf(resultWith({ isReadable: false }), [])).toMatchObject({ ...refused, reason: 'answer_unreadable' })
    expect(outcomeWithoutResponse('no_answer')).toEqual({ ...refused, reason: 'no_answer' })
  })

  it('has no message when the service quotes a secret', () => {
    const result = resultWith({ status: 422, error: 'wrong nonce: nonce-12345' })
    expect(outcomeOf(result, ['nonce-12345'])).toMatchObject({ message: null })
  })
})
