import { expect, it, vi } from 'vitest'
import { store, storedAtLoad } from './at-load'

it('storedAtLoad is what was stored before the page loaded, and empty when the browser has no storage', () => {
  const stored = new Map([['wallet', 'Phantom']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  expect([storedAtLoad('localStorage', 'wallet'), storedAtLoad('localStorage', 'other')]).toEqual(['Phantom', ''])
  store('localStorage', 'wallet', 'Solflare')
  expect(stored.get('wallet')).toBe('Solflare')
  expect(storedAtLoad('localStorage', 'wallet')).toBe('Phantom')
  vi.stubGlobal('localStorage', undefined)
  store('localStorage', 'third', 'Phantom')
  expect(storedAtLoad('localStorage', 'third')).toBe('')
})
