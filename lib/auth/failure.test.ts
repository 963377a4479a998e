import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { logNextAuthError } from './log'

const { warn, countSignIn } = vi.hoisted(() => ({ warn: vi.fn(), countSignIn: vi.fn() }))
vi.mock('@/lib/config', () => ({ config: () => ({ login: { oidc: { clientSecret: 'the-secret' } } }) }))
vi.mock('@/lib/metrics', () => ({ countSignIn }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn }) }))
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  warn.mockReset()
  countSignIn.mockReset()
  vi.advanceTimersByTime(60_000)
})

class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly response = { body: { id_token: 'a-token' } }
}

it.each([new ProviderError('code expired'), { error: new ProviderError('code expired'), providerId: 'oidc' }])(
  'logs the code, the name and the message of an error',
  (metadata) => {
    logNextAuthError('OAUTH_CALLBACK_ERROR', metadata)
    const logged = { code: 'OAUTH_CALLBACK_ERROR', error: 'ProviderError', reason: 'code expired' }
    expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'login failed', ...logged })
  },
)

it.each([undefined, 'a-token', { OAuthProfile: { email: 'ada@example.com' } }])('logs nothing else: %j', (metadata) => {
  logNextAuthError('SOME_ERROR', metadata)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'login failed', code: 'SOME_ERROR' })
})

it.each([
  ['invalid_grant (client the-secret sent code=the-code)', 'invalid_grant'],
  ['Unexpected token \'t\', "the-secret" is not valid JSON', 'Unexpected token'],
  ['the-secret', undefined],
])('logs nothing of what the provider quotes: %s', (message, reason) => {
  logNextAuthError('OAUTH_CALLBACK_ERROR', new Error(message))
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'login failed', reason }))
})

it('truncates a long message', () => {
  logNextAuthError('SOME_ERROR', new Error('x'.repeat(10_000)))
  expect(JSON.stringify(warn.mock.calls).length).toBeLessThan(500)
})

it('counts every failed login, writes 30 lines a minute, and then how many more failed', () => {
  const fail = () => logNextAuthError('OAUTH_CALLBACK_ERROR', new Error('x'))
  for (let failed = 0; failed < 1000; failed += 1) fail()
  vi.advanceTimersByTime(59_999)
  fail()
  expect(warn).toHaveBeenCalledTimes(30)
  expect(countSignIn.mock.calls).toEqual(Array(1001).fill(['unfinished']))
  vi.advanceTimersByTime(1)
  fail()
  fail()
  const skipped = warn.mock.calls.filter(([{ event }]) => event === 'more logins failed')
  expect(skipped).toEqual([[{ event: 'more logins failed', skipped: 971 }]])
  expect(warn).toHaveBeenCalledTimes(33)
})
