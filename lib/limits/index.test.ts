import { expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { confirmGate, type ConfirmGate } from './confirm-gate'
import { connectGate } from '.'

vi.mock('./confirm-gate')

it('connectGate gives the gate the same pseudonym at each press of a user, because the store keeps it', async () => {
  configure()
  const enter = vi.fn<ConfirmGate['enter']>()
  vi.mocked(confirmGate).mockReturnValue({ enter })
  for (const userId of ['ada', 'ada', 'bob']) await connectGate().enter(userId)
  const [first, again, other] = enter.mock.calls.map(([user]) => user)
  expect(first).not.toContain('ada')
  expect([again, other === first]).toEqual([first, false])
})
