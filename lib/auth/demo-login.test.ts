import { describe, expect, it } from 'vitest'
import { demoIdentity } from './demo-login'

describe('demoIdentity', () => {
  it('gives the same user for a name in any case, spacing and Unicode form', () => {
    expect(demoIdentity(' Ada Lovelace ')).toEqual({
      issuer: 'demo',
      id: 'demo:ada lovelace',
      name: 'Ada Lovelace',
      hasOperatorRole: false,
    })
    expect(demoIdentity('Zoe\u0308')?.id).toBe(demoIdentity('ZO\u00cb')?.id)
  })

  it.each(['A', 'x'.repeat(80), 'O’Brien', '李'])('allows %j', (name) => {
    expect(demoIdentity(name)?.name).toBe(name)
  })

  it.each(['', '   ', 'x'.repeat(81), 'A\u0000da', 'A\nda', 'A\u009fda', undefined, null, 7, ['Ada']])(
    'refuses %j',
    (name) => expect(demoIdentity(name)).toBeNull(),
  )
})
