import { describe, expect, it } from 'vitest'
import { readConfirmAnswer } from './confirm-connection'

const read = (status: number, text: string, headers: HeadersInit = {}) =>
  readConfirmAnswer({ status, text, headers: new Headers(headers) }, Date.now())

describe('readConfirmAnswer', () => {
  it('reads a success, and keeps of auth_code only that it was there', () => {
    const answer = read(
      200,
      '{"status":"success","auth_code":"code-12345","return_url":"https://s.example/#ac=code-12345"}',
    )
    expect(answer).toMatchObject({ hasAuthCode: true, returnUrl: 'https://s.example/#ac=code-12345', isReadable: true })
    expect(JSON.stringify({ ...answer, returnUrl: null })).not.toContain('code-12345')
  })

  it('takes any content type and unknown fields', () => {
    expect(read(409, ' {"auth_code":"c","new":[1]} ', { 'Content-Type': 'text/plain' }).hasAuthCode).toBe(true)
  })

  it.each(['""', 'null', '42', 'true', '{}', '["code"]'])('does not take %s for an auth_code', (value) => {
    const answer = read(200, `{"auth_code":${value},"error":"In words."}`)
    expect(answer).toMatchObject({ hasAuthCode: false, error: 'In words.', isReadable: true })
  })

  it('lets a field of the wrong type take nothing else with it', () => {
    expect(read(422, '{"error":7,"reason":"invalid_address"}')).toMatchObject({
      error: undefined,
      reason: 'invalid_address',
    })
  })

  it('drops a message beside an auth_code, which it might quote', () => {
    expect(read(409, '{"auth_code":"code-12345","error":"use code-12345"}').error).toBeUndefined()
  })

  it.each(['', '<!doctype html><p>Bad gateway', '{"auth_code":"c', '"auth_code"', 'null', '[]', '42'])(
    'knows %j for unreadable',
    (text) => expect(read(200, text)).toMatchObject({ isReadable: false, hasAuthCode: false }),
  )

  it('reads Retry-After', () => {
    expect(read(429, '{"error":"slow down"}', { 'Retry-After': '12' }).retryAfterSeconds).toBe(12)
  })
})
