import { beforeEach, describe, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle'

const call = vi.fn()
const requestIdleCallback = vi.fn<(call: () => void) => number>(() => 1)
const cancelIdleCallback = vi.fn()

beforeEach(() => {
  call.mockReset()
  vi.stubGlobal('requestIdleCallback', requestIdleCallback.mockClear())
  vi.stubGlobal('cancelIdleCallback', cancelIdleCallback.mockClear())
  vi.stubGlobal('window', globalThis)
})

describe('on a line', () => {
  it.each([
    ['of which nothing is known', undefined],
    ['that is fast', { effectiveType: '4g', saveData: false }],
  ])('%s, it is called once the page is idle', (_line, connection) => {
    vi.stubGlobal('navigator', { connection })
    whenIdle(call)
    expect(call).not.toHaveBeenCalled()
    requestIdleCallback.mock.lastCall?.[0]()
    expect(call).toHaveBeenCalledOnce()
  })

  it.each([
    ['that is slow', { effectiveType: '3g' }],
    ['that is very slow', { effectiveType: 'slow-2g' }],
    ['where data is to be saved', { effectiveType: '4g', saveData: true }],
  ])('%s, it is not called', (_line, connection) => {
    vi.stubGlobal('navigator', { connection })
    whenIdle(call)()
    expect(requestIdleCallback).not.toHaveBeenCalled()
  })
})

it('can be given up', () => {
  vi.stubGlobal('navigator', {})
  whenIdle(call)()
  expect(cancelIdleCallback).toHaveBeenCalledWith(1)
})

it('is called a moment later where the browser has no idle callbacks, unless it is given up', () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', {})
  whenIdle(call)()
  vi.runAllTimers()
  expect(call).not.toHaveBeenCalled()
  whenIdle(call)
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
