import { expect, it, vi } from 'vitest'
import { StoreUnavailableError } from './store'

it('StoreUnavailableError is recognized by another copy of its module, and other errors are not', async () => {
  vi.resetModules()
  const copy = await import('./store')
  expect(copy.StoreUnavailableError).not.toBe(StoreUnavailableError)
  expect(new copy.StoreUnavailableError('away')).toBeInstanceOf(StoreUnavailableError)
  expect(new Error('away')).not.toBeInstanceOf(StoreUnavailableError)
  expect({ name: 'StoreUnavailableError' }).not.toBeInstanceOf(StoreUnavailableError)
})
