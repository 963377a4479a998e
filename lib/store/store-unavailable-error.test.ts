import { expect, it, vi } from 'vitest'
import { StoreUnavailableError } from './store'

it('instanceof StoreUnavailableError accepts errors of another copy of the module, but no other errors', async () => {
  vi.resetModules()
  const copy = await import('./store')
  expect(copy.StoreUnavailableError).not.toBe(StoreUnavailableError)
  expect(new copy.StoreUnavailableError('away')).toBeInstanceOf(StoreUnavailableError)
  expect(new Error('away')).not.toBeInstanceOf(StoreUnavailableError)
  expect({ name: 'StoreUnavailableError' }).not.toBeInstanceOf(StoreUnavailableError)
})
