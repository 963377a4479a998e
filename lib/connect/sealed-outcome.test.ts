import { describe, expect, it } from 'vitest'
import type { GatedOutcome } from './gated-confirm'
import { outcomeSeal } from './sealed-outcome'

const a = 'a'.repeat(40)
const b = 'b'.repeat(40)
const connected = { kind: 'connected', returnUrl: 'https://service.example/cb?x;y#ac=the-code' } as const
const press = { outcome: connected, code: 'CODE' }

describe('outcomeSeal', () => {
  it.each<GatedOutcome>([
    connected,
    { kind: 'refused', reason: 'rate_limited', remedy: { kind: 'wait', seconds: 7 }, message: null },
    { kind: 'refused', reason: 'nonce_mismatch', remedy: { kind: 'open_newest_link' }, message: 'No' },
    { kind: 'wait', cause: 'queue', waitMs: 4000, place: 3, message: null },
  ])('opens what it has sealed: $kind', async (outcome) => {
    const { seal, open } = outcomeSeal({ current: a, previous: undefined })
    expect(await open(await seal({ outcome, code: 'CODE' }))).toEqual({ outcome, code: 'CODE' })
  })

  it('shows nothing of the return URL', async () => {
    const sealed = await outcomeSeal({ current: a, previous: undefined }).seal(press)
    for (const text of [sealed, Buffer.from(sealed, 'base64url').toString('latin1')]) {
      expect(text).not.toContain('service.example')
      expect(text).not.toContain('the-code')
    }
  })

  it('opens what an instance has sealed whose password is being changed', async () => {
    const sealed = await outcomeSeal({ current: b, previous: a }).seal(press)
    expect(await outcomeSeal({ current: a, previous: b }).open(sealed)).toEqual(press)
    expect(await outcomeSeal({ current: a, previous: undefined }).open(sealed)).toBeNull()
  })

  it('opens nothing that is no outcome', async () => {
    const { seal, open } = outcomeSeal({ current: a, previous: undefined })
    expect(await open('no seal')).toBeNull()
    expect(
      await open(await seal({ code: 'CODE', outcome: { ...connected, kind: 'other' } as unknown as GatedOutcome })),
    ).toBeNull()
  })
})
