import { beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle'

// As in Safari, this window has no idle callbacks. `e2e/wallet-loading.spec.ts` shows a page that has them.
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  return () => vi.useRealTimers()
})

/** Tells whether `whenIdle` calls on this connection, or on one of which the browser reports nothing. */
function isCalledOn(connection?: { effectiveType: string; saveData?: boolean }, isCancelled = false): boolean {
  vi.stubGlobal('navigator', { connection })
  const call = vi.fn()
  const cancel = whenIdle(call)
  if (isCancelled) cancel()
  expect(call).not.toHaveBeenCalled()
  vi.runAllTimers()
  return call.mock.calls.length > 0
}

it('whenIdle calls a moment later, unless it is cancelled', () => {
  expect(isCalledOn()).toBe(true)
  expect(isCalledOn({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(isCalledOn(undefined, true)).toBe(false)
})

it('whenIdle does not call on a slow connection or in data saver mode', () => {
  for (const effectiveType of ['3g', '2g', 'slow-2g']) expect(isCalledOn({ effectiveType })).toBe(false)
  expect(isCalledOn({ effectiveType: '4g', saveData: true })).toBe(false)
})
