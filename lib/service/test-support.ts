import { vi } from 'vitest'
import type { ServiceAccess } from './transport'

/** None of these names is a default, so a test fails where a default is used instead. */
export const access: ServiceAccess = {
  baseUrl: 'https://service.example/api',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-of-this-test',
  names: { signature: 'proof', from: 'since', until: 'to', page: 'page_number', limit: 'page_size', address: 'wallet' },
}

/** Replaces `fetch`; undo it with `vi.unstubAllGlobals()`. */
export function stubFetch() {
  const fetchMock = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

/** A `fetch` without a response. Like the real one, it rejects when it is aborted. */
export const hang: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    if (init?.signal?.aborted) reject(init.signal.reason)
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

/** The error that Node's `fetch` throws where the network fails. */
export function networkFailure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
}

/** Returns what the promise rejects with. A fulfilled promise fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('The promise was not rejected.')
}

/** A response whose body comes in chunks of so many bytes. */
export function chunked(text: string | Uint8Array<ArrayBuffer>, size = 1): Response {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  let at = 0
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(at, at + size))
        at += size
      },
    }),
  )
}
