import { describe, expect, it, vi } from 'vitest'
import { signInProblems } from '@/lib/auth/sign-in-query'
import { appProblems } from '@/lib/connect/outcome'
import { formRefusals } from '@/lib/connect/press'
import { connectSteps } from '@/lib/records'
import { walletFailures } from '@/lib/wallets/failures'
import { reasonName, adviceForUser } from './connect-outcome'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

describe('reasonName', () => {
  it.each(Object.entries({ walletFailures, appProblems, formRefusals, signInProblems }))(
    'has a name of its own when the reason is one of %s',
    (_list, reasons) => {
      const names = reasons.map((reason) => reasonName(reason))
      expect(names.filter((name) => !/^[A-Z][\w'’ ,-]+$/.test(name) || name.startsWith('Other reason'))).toEqual([])
    },
  )

  it('gives a reason as it was written when this version does not know it', () => {
    for (const reason of ['something_new', 'constructor', ''])
      expect(reasonName(reason)).toBe(`Other reason: ${reason}`)
  })
})

describe('adviceForUser', () => {
  const step = { reason: null, status: null }

  it.each([...connectSteps, 'confirmed', 'refused', 'wait'] as const)(
    'has whole sentences when it is %s',
    (outcome) => {
      expect(adviceForUser({ ...step, outcome })).toMatch(/^[A-Z].+ .+\.$/s)
    },
  )

  it('speaks of the address in the account when that is what the form was refused for', () => {
    const told = adviceForUser({ ...step, outcome: 'form_refused', reason: 'invalid_wallet_claim' })
    expect(told).toContain('The wallet address in your account with us')
    const others = formRefusals.filter((reason) => reason !== 'invalid_wallet_claim' && reason !== 'link_expired')
    for (const reason of others) {
      expect(adviceForUser({ ...step, outcome: 'form_refused', reason })).toContain('Check what the page says')
    }
  })

  it('says that the wallet may be another one when the service had confirmed before', () => {
    const told = adviceForUser({ ...step, outcome: 'confirmed', status: 409 })
    expect(told).toContain('had confirmed this link before, perhaps with another wallet')
    expect(adviceForUser({ ...step, outcome: 'confirmed', status: 200 })).toMatch(
      /^Rewards has confirmed your wallet\./,
    )
  })

  it('gives the text of the reason when it was refused, and a general one when it has none', () => {
    expect(adviceForUser({ ...step, outcome: 'refused', reason: 'request_expired' })).toContain(
      'Links work for 30 minutes',
    )
    expect(adviceForUser({ ...step, outcome: 'wait', reason: 'attempts' })).toContain('pressed Connect many times')
    expect(adviceForUser({ ...step, outcome: 'refused' })).toContain('This is our fault')
  })
})
