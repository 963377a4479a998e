import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { isRevoked, revokeSession } from './revocations'
import type { Session } from './session'

const stored = vi.hoisted(() => ({ store: vi.fn() }))
vi.mock('@/lib/store', () => stored)

beforeEach(() => {
  vi.useFakeTimers()
  const store = processStore()
  stored.store.mockReturnValue(store)
})
afterEach(() => void vi.useRealTimers())

const hourMs = 3_600_000
const session = (id: string): Session => ({
  id,
  identity: { issuer: 'demo', id: 'demo:ada', name: 'Ada', hasOperatorRole: false },
  signedInAt: Date.now(),
  expiresAt: Date.now() + hourMs,
})

it('revokes one session and no other', async () => {
  const [one, another] = [session('one'), session('another')]
  await revokeSession(one)
  expect(await isRevoked(one)).toBe(true)
  expect(await isRevoked(another)).toBe(false)
})

it('forgets it once its cookie is worth nothing anyway', async () => {
  const one = session('one')
  await revokeSession(one)
  vi.advanceTimersByTime(hourMs)
  expect(await isRevoked(one)).toBe(true)
  vi.advanceTimersByTime(20_000)
  expect(await isRevoked(one)).toBe(false)
})

it('keeps nothing of a session that is over', async () => {
  const one = session('one')
  vi.advanceTimersByTime(2 * hourMs)
  await revokeSession(one)
  expect(await isRevoked(one)).toBe(false)
})
