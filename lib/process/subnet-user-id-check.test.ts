import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserIdSettings } from '@/lib/connect/subnet-user-id'
import * as configuration from '@/lib/config'
import { configWith } from '@/lib/config/test-support'
import * as stores from '@/lib/store'
import { StoreUnavailableError, type Store } from '@/lib/store'
import { processStore } from '@/lib/store/process-store'
import { haveUserIdsChanged, subnetUserIdHistory } from './subnet-user-id-check'

const settings = (subnetUserId: UserIdSettings['subnetUserId']): UserIdSettings => ({ subnetUserId, login: {} })
const withClaim = ({ subnetUserId }: UserIdSettings, userIdClaim: string | string[]): UserIdSettings => ({
  subnetUserId,
  login: { oidc: { userIdClaim } },
})
const hashed = settings({ format: 'hashed', key: 'the first key' })
const otherKey = settings({ format: 'hashed', key: 'another key' })
const plain = settings({ format: 'plain' })

let store: Store
beforeEach(() => {
  store = { ...processStore(), isShared: true }
})

const spied = () => vi.fn<Store['setIfAbsent']>((...args) => store.setIfAbsent(...args))

/** Calls a function in a deployment with these settings and this store. */
function ask<Answer>(about: () => Answer, settings: UserIdSettings, where: Store): Answer {
  vi.spyOn(configuration, 'config').mockReturnValue({ ...configWith(), ...settings } as configuration.Config)
  vi.spyOn(stores, 'store').mockReturnValue(where)
  return about()
}
const historyOf = (of: UserIdSettings, where = store) => ask(subnetUserIdHistory, of, where)
const haveChanged = (of: UserIdSettings, where = store) => ask(haveUserIdsChanged, of, where)

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

describe('subnetUserIdHistory', () => {
  it('reports a new key when the store has no fingerprint and ids are hashed, and the same key afterwards', async () => {
    expect([await historyOf(hashed), await historyOf(hashed)]).toEqual(['new key', 'same'])
    store = { ...processStore(), isShared: true }
    expect([await historyOf(plain), await historyOf(plain)]).toEqual(['same', 'same'])
  })

  it.each([
    ['key', hashed, otherKey],
    ['format', hashed, plain],
    ['format', plain, hashed],
    ['claim', hashed, withClaim(hashed, 'oid')],
    ['claim', withClaim(hashed, 'oid'), withClaim(hashed, 'id')],
    ['claim', withClaim(plain, 'sub'), withClaim(plain, ['user', 'id'])],
  ])('reports a changed %s until it is reverted', async (_what, before, now) => {
    expect(await haveChanged(now)).toBe(false)
    await historyOf(before)
    expect(await historyOf(now)).toBe('changed')
    expect(await historyOf(now)).toBe('changed')
    expect(await haveChanged(now)).toBe(true)
    expect(await historyOf(before)).toBe('same')
    expect(await haveChanged(before)).toBe(false)
  })

  it.each([
    ['1df81a145e5a5947e468828824bdc0e80bccdbd6e41578993fa21925d678c5ef', hashed],
    ['plain', plain],
  ])('matches the fingerprint %s of a version without OIDC_USER_ID_CLAIM when the claim is sub', async (kept, of) => {
    await store.setIfAbsent('subnet-user-id-fingerprint', kept, { ttlMs: Infinity })
    const all = [await historyOf(of), await historyOf(withClaim(of, 'sub')), await historyOf(withClaim(of, 'oid'))]
    expect(all).toEqual(['same', 'same', 'changed'])
  })

  it('retries when the store is unavailable', async () => {
    const setIfAbsent = spied()
    for (let call = 0; call < 2; call += 1) {
      setIfAbsent.mockRejectedValueOnce(new StoreUnavailableError('unavailable'))
    }
    expect(await historyOf(hashed, { ...store, setIfAbsent })).toBe('new key')
    const get = () => Promise.reject(new StoreUnavailableError('unavailable'))
    expect(await haveChanged(otherKey, { ...store, get })).toBe(false)
  })

  it('reports a new key when the answer to the write is lost', async () => {
    const setIfAbsent = spied().mockImplementationOnce(async (...args) => {
      await store.setIfAbsent(...args)
      throw new StoreUnavailableError('RedisTimeoutError')
    })
    const losing = { ...store, setIfAbsent }
    expect(await historyOf(hashed, losing)).toBe('new key')
    expect(await historyOf(hashed, losing)).toBe('same')
  })

  it('compares the fingerprint when the store accepts no writes', async () => {
    await historyOf(hashed)
    const full: Store = { ...store, setIfAbsent: () => Promise.reject(new StoreUnavailableError('OOM')) }
    expect(await historyOf(hashed, full)).toBe('same')
    expect(await historyOf(otherKey, full)).toBe('changed')
  })

  it('returns null when the store is not shared', async () => {
    expect(await historyOf(hashed, processStore())).toBeNull()
  })

  it('stores no part of the key', async () => {
    const setIfAbsent = spied()
    await historyOf(hashed, { ...store, setIfAbsent })
    expect(setIfAbsent).toHaveBeenCalledOnce()
    expect(JSON.stringify(setIfAbsent.mock.calls)).not.toContain('first')
  })
})
