import { expect, it, vi } from 'vitest'
import { whenIdle } from './use-picker'

/** Tells whether `whenIdle` calls on this connection, in a window that has no idle callbacks, as in Safari. */
function isCalledOn(connection?: { effectiveType: string; saveData?: boolean }): boolean {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { connection })
  const call = vi.fn()
  whenIdle(call)
  expect(call).not.toHaveBeenCalled()
  vi.runAllTimers()
  return call.mock.calls.length > 0
}

it('whenIdle calls a moment later, but not on a slow connection or in data saver mode', () => {
  expect(isCalledOn()).toBe(true)
  expect(isCalledOn({ effectiveType: '4g', saveData: false })).toBe(true)
  for (const effectiveType of ['3g', '2g', 'slow-2g']) expect(isCalledOn({ effectiveType })).toBe(false)
  expect(isCalledOn({ effectiveType: '4g', saveData: true })).toBe(false)
})
