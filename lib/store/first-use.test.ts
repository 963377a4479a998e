import { beforeEach, expect, it, vi } from 'vitest'
import { beginAnotherProcess } from '@/lib/test-support'
import { isFirstUse } from './first-use'
import { processStore } from './process-store'
import { StoreUnavailableError, type Store } from './store'

const { store } = vi.hoisted(() => ({ store: vi.fn<() => Store>() }))
vi.mock('./index', async (original) => ({ ...(await original<object>()), store }))

const isFirst = (value: string) => isFirstUse('login', value, 60_000)
beforeEach(beginAnotherProcess)

it('isFirstUse accepts a value once across instances that share a store', async () => {
  store.mockReturnValue({ ...processStore(), isShared: true })
  expect([await isFirst('a'), await isFirst('a'), await isFirst('b')]).toEqual([true, false, true])
  beginAnotherProcess()
  expect([await isFirst('a'), await isFirst('c')]).toEqual([false, true])
})

it('isFirstUse accepts a value once per instance while the store is unavailable', async () => {
  const fail = () => Promise.reject(new StoreUnavailableError('unavailable'))
  store.mockReturnValue({ ...processStore(), isShared: true, setIfAbsent: fail })
  expect([await isFirst('a'), await isFirst('a')]).toEqual([true, false])
  beginAnotherProcess()
  expect(await isFirst('a')).toBe(true)
})
