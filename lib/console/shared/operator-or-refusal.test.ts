import { expect, it, vi } from 'vitest'
import type { requireViewer, User } from '@/lib/auth/user'
import { operatorOrRefusal } from './operator-or-refusal'

const signedIn = vi.hoisted(() => vi.fn<typeof requireViewer>())
vi.mock('@/lib/auth/user', () => ({ requireViewer: signedIn }))

const operator: User = { id: 'user-1', name: 'Olga', isOperator: true, isViewer: false }

it('operatorOrRefusal returns the operator when an operator asks', async () => {
  signedIn.mockResolvedValue(operator)
  expect(await operatorOrRefusal('the reason')).toEqual(operator)
})

it('operatorOrRefusal returns 403 with the reason when a viewer asks', async () => {
  signedIn.mockResolvedValue({ ...operator, isOperator: false, isViewer: true })
  const refusal = await operatorOrRefusal('the reason')
  expect(refusal).toBeInstanceOf(Response)
  if (!(refusal instanceof Response)) return
  expect([refusal.status, await refusal.text()]).toEqual([403, 'the reason\n'])
  expect(refusal.headers.get('cache-control')).toBe('no-store')
})

it('operatorOrRefusal throws the same error when requireViewer throws', async () => {
  signedIn.mockRejectedValue(new Error('not found'))
  await expect(operatorOrRefusal('the reason')).rejects.toThrow('not found')
})
