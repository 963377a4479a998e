import { beforeEach, expect, it, vi } from 'vitest'
import type { ConnectStep } from '.'
import { recordStep } from './record-step'

const { app, after, added, requestLanguage } = vi.hoisted(() => ({
  app: { isOnPlatform: false },
  after: vi.fn<(work: Promise<unknown>) => void>(),
  added: [] as ConnectStep[],
  requestLanguage: vi.fn<() => Promise<string>>(),
}))
vi.mock('@/lib/config', () => ({ config: () => ({ app }) }))
vi.mock('@/lib/request/after-response', () => ({ finishAfterResponse: after }))
vi.mock('@/lib/request/context', () => ({ correlationId: () => 'CODE000001' }))
vi.mock('@/lib/skin/texts', () => ({ requestLanguage }))
vi.mock('.', () => ({
  connectRecords: () => ({ add: (step: ConnectStep) => added.push(step), settled: async () => {} }),
}))

const step = { step: 'arrived', requestId: 'REQUEST', userId: undefined } as const

beforeEach(() => {
  added.length = 0
  app.isOnPlatform = false
  after.mockReset()
  requestLanguage.mockReset().mockResolvedValue('pt-BR')
})

it('recordStep keeps the code and the language of the request', async () => {
  recordStep(step)
  await vi.waitFor(() => expect(added).toEqual([{ ...step, code: 'CODE000001', language: 'pt-BR' }]))
  expect(after).not.toHaveBeenCalled()
})

it('recordStep keeps the step without a language when the language cannot be read', async () => {
  requestLanguage.mockRejectedValue(new Error('There is no request.'))
  recordStep(step)
  await vi.waitFor(() => expect(added).toEqual([{ ...step, code: 'CODE000001', language: undefined }]))
})

it('recordStep passes the step to finishAfterResponse when the app runs on a platform', async () => {
  app.isOnPlatform = true
  recordStep(step)
  await after.mock.calls[0]?.[0]
  expect(added).toHaveLength(1)
})
