import { vi } from 'vitest'
import type { ServiceAccess } from './transport'

/** Names that are unlike the usual ones, so that a test sees whether they are used. */
export const access: ServiceAccess = {
  baseUrl: 'https://service.example/api',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-of-this-test',
  names: { signature: 'proof', from: 'since', until: 'to', page: 'page_number', limit: 'page_size', address: 'wallet' },
}

/** Takes the place of the network; `vi.unstubAllGlobals()` gives it back. */
export function stubFetch() {
  const fetchMock = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

/** A service that never answers; like a real one, its connection ends when the caller gives up. */
export const hang: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    if (init?.signal?.aborted) reject(init.signal.reason)
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

/** A fetch that fails as Node's does. */
export function networkFailure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
}

/** What the promise is rejected with; a promise that is fulfilled fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('The promise was not rejected.')
}
