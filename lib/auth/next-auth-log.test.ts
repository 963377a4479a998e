import { beforeEach, expect, it, vi } from 'vitest'
import { logNextAuthError } from './next-auth-log'

const warn = vi.hoisted(() => vi.fn())
vi.mock('@/lib/log', () => ({ log: () => ({ warn }) }))
beforeEach(() => warn.mockReset())

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

it('truncates a long message', () => {
  logNextAuthError('SOME_ERROR', new Error('x'.repeat(10_000)))
  expect(JSON.stringify(warn.mock.calls).length).toBeLessThan(500)
})

it('writes a limited number of lines, however many logins fail', () => {
  for (let failed = 0; failed < 1000; failed += 1) logNextAuthError('OAUTH_CALLBACK_ERROR', new Error('x'))
  expect(warn.mock.calls.length).toBeLessThanOrEqual(30)
})
