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

describe('whenIdle', () => {
  it.each([
    ['of unknown speed', undefined],
    ['that is fast', { effectiveType: '4g', saveData: false }],
  ])('calls on a connection %s when the page is idle', (_line, connection) => {
    vi.stubGlobal('navigator', { connection })
    whenIdle(call)
    expect(call).not.toHaveBeenCalled()
    requestIdleCallback.mock.lastCall?.[0]()
    expect(call).toHaveBeenCalledOnce()
  })

  it.each([
    ['that is slow', { effectiveType: '3g' }],
    ['that is very slow', { effectiveType: 'slow-2g' }],
    ['in data saver mode', { effectiveType: '4g', saveData: true }],
  ])('does not call on a connection %s', (_line, connection) => {
    vi.stubGlobal('navigator', { connection })
    whenIdle(call)()
    expect(requestIdleCallback).not.toHaveBeenCalled()
  })
})

it('whenIdle does not call when it was cancelled', () => {
  vi.stubGlobal('navigator', {})
  whenIdle(call)()
  expect(cancelIdleCallback).toHaveBeenCalledWith(1)
})

it('whenIdle calls a moment later in a browser without idle callbacks, unless it is cancelled', () => {
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
