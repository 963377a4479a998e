import { describe, expect, it } from 'vitest'
import { signInProblems } from '@/lib/auth/sign-in-query'
import { appProblems, refusalReasons, waitCauses } from '@/lib/connect/outcome'
import { formRefusals } from '@/lib/connect/press'
import { connectSteps } from '@/lib/records'
import '@/lib/skin/test-support'
import { walletFailures } from '@/lib/wallets/errors'
import { reasonName, adviceForUser } from './connects'

it('reasonName has a specific name for every reason of this app', () => {
  const reasons = [refusalReasons, waitCauses, walletFailures, appProblems, formRefusals, signInProblems].flat()
  const names = reasons.map((reason) => reasonName(reason))
  expect(names.filter((name) => !/^[A-Z][\w'’ ,-]+$/.test(name) || name.startsWith('Other reason'))).toEqual([])
})

it('reasonName quotes a reason unchanged when it is unknown', () => {
  for (const reason of ['something_new', 'constructor', '']) expect(reasonName(reason)).toBe(`Other reason: ${reason}`)
})

describe('adviceForUser', () => {
  const step = { reason: null, status: null }

  it('is in whole sentences for every outcome', () => {
    for (const outcome of [...connectSteps, 'confirmed', 'refused', 'wait'] as const) {
      expect(adviceForUser({ ...step, outcome }), outcome).toMatch(/^[A-Z].+ .+\.$/s)
    }
  })

  it('does not say what the user did not do when the record is of an arrival or a sign-in', () => {
    for (const outcome of ['arrived', 'signed_in'] as const) {
      const advice = adviceForUser({ ...step, outcome })
      expect(advice).toContain('If your wallet isn’t connected yet')
      expect(advice).not.toContain('didn’t')
    }
  })

  it('mentions the address in the account only when the form was refused because of it', () => {
    const advice = adviceForUser({ ...step, outcome: 'form_refused', reason: 'invalid_wallet_claim' })
    expect(advice).toContain('The wallet address in your account with us')
    const others = formRefusals.filter((reason) => reason !== 'invalid_wallet_claim' && reason !== 'link_expired')
    for (const reason of others) {
      expect(adviceForUser({ ...step, outcome: 'form_refused', reason })).toContain('Check what the page says')
    }
  })

  it('warns about another wallet when the service had confirmed before', () => {
    const advice = adviceForUser({ ...step, outcome: 'confirmed', status: 409 })
    expect(advice).toContain('had confirmed this link before, perhaps with another wallet')
    expect(adviceForUser({ ...step, outcome: 'confirmed', status: 200 })).toMatch(
      /^Subnet Rewards has confirmed your wallet\./,
    )
  })

  it('returns the text of the reason, and a general text without a reason', () => {
    expect(adviceForUser({ ...step, outcome: 'refused', reason: 'request_expired' })).toContain(
      'Links work for 30 minutes',
    )
    expect(adviceForUser({ ...step, outcome: 'wait', reason: 'attempts' })).toContain('pressed Connect many times')
    expect(adviceForUser({ ...step, outcome: 'wallet_failed', reason: 'stale' })).toContain('Reload the page')
    expect(adviceForUser({ ...step, outcome: 'refused' })).toContain('This is our fault')
  })
})
