import { beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailableError, type Store } from '@/lib/store'
import { processStore } from '@/lib/store/process-store'
import { isSubnetUserIdUnchanged } from './subnet-user-id-check'

const hashed = { format: 'hashed', key: 'the first key' } as const
const otherKey = { format: 'hashed', key: 'another key' } as const

let store: Store
beforeEach(() => {
  store = { ...processStore(), isShared: true }
})

describe('the subnet user id', () => {
  it('is the same where it was told nowhere before, and where nothing has changed', async () => {
    expect(await isSubnetUserIdUnchanged(store, hashed)).toBe(true)
    expect(await isSubnetUserIdUnchanged(store, hashed)).toBe(true)
  })

  it.each([
    { what: 'key', before: hashed, now: otherKey },
    { what: 'format', before: hashed, now: { format: 'plain' } as const },
    { what: 'format', before: { format: 'plain' } as const, now: hashed },
  ])('is another one with another $what, until it is taken back', async ({ before, now }) => {
    await isSubnetUserIdUnchanged(store, before)
    expect(await isSubnetUserIdUnchanged(store, now)).toBe(false)
    expect(await isSubnetUserIdUnchanged(store, now)).toBe(false)
    expect(await isSubnetUserIdUnchanged(store, before)).toBe(true)
  })

  it('is known later where the store was away', async () => {
    let calls = 0
    const away: Store = {
      ...store,
      setIfAbsent: (...args) => {
        calls += 1
        return calls < 3 ? Promise.reject(new StoreUnavailableError('away')) : store.setIfAbsent(...args)
      },
    }
    expect(await isSubnetUserIdUnchanged(away, hashed, { pauseMs: 1 })).toBe(true)
  })

  it('is compared where the store takes no writes', async () => {
    await isSubnetUserIdUnchanged(store, hashed)
    const full: Store = { ...store, setIfAbsent: () => Promise.reject(new StoreUnavailableError('OOM')) }
    expect(await isSubnetUserIdUnchanged(full, hashed)).toBe(true)
    expect(await isSubnetUserIdUnchanged(full, otherKey)).toBe(false)
  })

  it('cannot be known where nothing is shared', async () => {
    expect(await isSubnetUserIdUnchanged(processStore(), hashed)).toBeNull()
  })

  it('leaves nothing of the key in the store', async () => {
    const kept: unknown[] = []
    const watched: Store = {
      ...store,
      setIfAbsent: (...args) => {
        kept.push(args)
        return store.setIfAbsent(...args)
      },
    }
    await isSubnetUserIdUnchanged(watched, hashed)
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('first')
  })
})
