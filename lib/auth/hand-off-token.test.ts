import { beforeEach, expect, it, vi } from 'vitest'
import { secretToken } from '@/e2e/idp/tokens'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { identityFromToken, type Site } from './hand-off-token'

const mocks = vi.hoisted(() => ({ store: vi.fn<() => Store>() }))
const origin = 'https://connect.example.com'
vi.mock('@/lib/config', () => ({ config: () => ({ app: { origin } }) }))
vi.mock('@/lib/store', async () => ({ ...(await import('@/lib/store/store')), store: mocks.store }))

const secret = 's'.repeat(32)
const site = { url: new URL('https://www.example.com/login'), secret } as Site
const nonce = 'the-nonce'
const now = () => Math.floor(Date.now() / 1000)
const token = (changes: object = {}) =>
  secretToken({ aud: origin, sub: 'the-user', nonce, iat: now(), exp: now() + 300, ...changes }, secret)
let begunAt: number
const signIn = async (signed: string) => (await identityFromToken([signed], site, { nonce, begunAt })).id

/** Simulates another instance, or a restart. */
const beginAnotherProcess = () => Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.process-singleton'))

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  begunAt = now()
  beginAnotherProcess()
  mocks.store.mockReturnValue(processStore())
  return () => void vi.useRealTimers()
})

it('identityFromToken accepts a token once across instances that share a store', async () => {
  mocks.store.mockReturnValue({ ...processStore(), isShared: true })
  const used = token()
  expect(await signIn(used)).toBe('the-user')
  beginAnotherProcess()
  await expect(signIn(used)).rejects.toMatchObject({ code: 'login_used' })
  expect(await signIn(token({ jti: 'another' }))).toBe('the-user')
})

it('identityFromToken accepts a token once per instance while the store is unavailable', async () => {
  const fail = () => Promise.reject(new StoreUnavailableError('unavailable'))
  mocks.store.mockReturnValue({ ...processStore(), isShared: true, setIfAbsent: fail })
  const used = token()
  expect(await signIn(used)).toBe('the-user')
  await expect(signIn(used)).rejects.toMatchObject({ code: 'login_used' })
})

it('identityFromToken remembers a used token until it expires, even if the site’s clock is 60 s ahead', async () => {
  const longest = token({ iat: now() + 60, exp: now() + 360 })
  expect(await signIn(longest)).toBe('the-user')
  vi.advanceTimersByTime(419_000)
  await expect(signIn(longest)).rejects.toMatchObject({ code: 'login_used' })
  vi.advanceTimersByTime(1000)
  await expect(signIn(longest)).rejects.toMatchObject({ code: 'token_expired' })
})

it('identityFromToken does not use up a token that it refuses', async () => {
  const early = token({ iat: now() + 100, exp: now() + 160 })
  await expect(signIn(early)).rejects.toMatchObject({ code: 'token_clock' })
  vi.advanceTimersByTime(40_000)
  expect(await signIn(early)).toBe('the-user')
})
