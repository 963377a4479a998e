import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reportFailedLogin } from './failed-login'
import { LoginError } from './failure'

const { recordStep } = vi.hoisted(() => ({ recordStep: vi.fn() }))
vi.mock('@/lib/metrics', () => ({ countSignIn: () => {} }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn: () => {} }) }))
vi.mock('@/lib/connect/hold-cookie', () => ({
  unboundLinks: async () => [{ requestId: 'request-1', code: 'CODE' }, { requestId: 'request-2' }],
}))
vi.mock('@/lib/records/record-step', () => ({ recordStep }))
beforeEach(() => void recordStep.mockReset())

describe('reportFailedLogin', () => {
  it('records the failure for each link that is not bound to a user yet', async () => {
    const path = await reportFailedLogin('users', '/connect/confirm', new LoginError('denied'))
    expect(path).toBe('/signin?callbackUrl=%2Fconnect%2Fconfirm&error=unfinished')
    const step = { step: 'sign_in_failed', reason: 'unfinished', userId: undefined }
    expect(recordStep.mock.calls).toEqual([
      [{ ...step, requestId: 'request-1', linkCode: 'CODE' }],
      [{ ...step, requestId: 'request-2', linkCode: undefined }],
    ])
  })

  it('records nothing when staff fail to sign in', async () => {
    await reportFailedLogin('staff', '/console', new LoginError('denied'))
    expect(recordStep).not.toHaveBeenCalled()
  })
})
