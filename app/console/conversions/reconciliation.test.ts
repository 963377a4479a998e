import { describe, expect, it } from 'vitest'
import type { Conversion, UserBreakdownEntry } from '@/lib/service'
import { breakdownEntry, conversion as conversionWith } from '@/lib/service/test-support'
import { withTotals } from './breakdown-totals'
import { countVerdicts, isNecessary, reconcile, reconciliationChecks, type ReconciliationCheck } from './reconciliation'

const entry = (change: Partial<UserBreakdownEntry> = {}) =>
  breakdownEntry({ subnet_points: 10, share_percentage: 50, bolts_earned: 40.25, ...change })

type Change = Partial<Conversion>

/** Makes a conversion that adds up in each check, unless `change` prevents it. */
const conversion = (change: Change = {}) =>
  withTotals(
    conversionWith({
      total_subnet_points_in_pool: 20,
      gross_bolts_allocation: 100,
      total_bolts_distributed: 100,
      user_bolts_distributed: 80.5,
      owner_bolts_distributed: 19.5,
      user_breakdown: [entry(), entry()],
      ...change,
    }),
  )

function lineOf(check: ReconciliationCheck, change: Change = {}) {
  const line = reconcile(conversion(change)).find((line) => line.check === check)
  if (!line) throw new Error(`There is no line for ${check}.`)
  return line
}

const verdictsOf = (change: Change) =>
  Object.fromEntries(reconcile(conversion(change)).map(({ check, verdict }) => [check, verdict]))

describe('reconcile: a conversion that adds up', () => {
  it('has the verdict exact in each check, in display order', () => {
    const lines = reconcile(conversion())
    expect(lines.map(({ check }) => check)).toEqual(reconciliationChecks)
    expect(countVerdicts(lines, 'exact')).toBe(5)
  })

  it('is exact when doubles would round, as in 0.1 + 0.2', () => {
    const parts = { user_bolts_distributed: 0.1, owner_bolts_distributed: 0.2 } as const
    expect(lineOf('total', { ...parts, total_bolts_distributed: 0.3 })).toMatchObject({
      found: 0.3,
      difference: 0,
      verdict: 'exact',
    })
  })
})

describe('reconcile: a conversion that does not add up', () => {
  it.each<[ReconciliationCheck, Change, Record<'expected' | 'found' | 'difference', number>]>([
    ['total', { total_bolts_distributed: 99.5 }, { expected: 99.5, found: 100, difference: 0.5 }],
    [
      'bolts',
      { user_bolts_distributed: 85.75, total_bolts_distributed: 105.25, gross_bolts_allocation: 200 },
      { expected: 85.75, found: 80.5, difference: -5.25 },
    ],
    [
      'shares',
      { user_breakdown: [entry(), entry({ share_percentage: 47 })] },
      { expected: 100, found: 97, difference: -3 },
    ],
    ['points', { total_subnet_points_in_pool: 21 }, { expected: 21, found: 20, difference: -1 }],
    ['allocation', { gross_bolts_allocation: 99.9999 }, { expected: 99.9999, found: 100, difference: 0.0001 }],
  ])('fails only the check %s, with the difference', (check, change, figures) => {
    const lines = reconcile(conversion(change))
    const verdict = isNecessary(check) ? 'wrong' : 'remark'
    const failed = lines.filter(({ verdict }) => verdict === 'wrong' || verdict === 'remark')
    expect(failed.map(({ check }) => check)).toEqual([check])
    expect(lineOf(check, change)).toMatchObject({ ...figures, verdict })
    expect(countVerdicts(lines, verdict)).toBe(1)
  })
})

describe('isNecessary and unreadable entries', () => {
  it('isNecessary returns true only for the checks of total and bolts', () => {
    expect(reconciliationChecks.filter(isNecessary)).toEqual(['total', 'bolts'])
  })

  it('reconcile returns unknown for the checks of the breakdown when entries are unreadable', () => {
    const user_breakdown = [entry(), { unreadable: 'null', path: '' }]
    const verdicts = reconcile(conversion({ user_breakdown })).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['exact', 'unknown', 'unknown', 'unknown', 'exact'])
  })
})

describe('reconcile: the rounding tolerance', () => {
  const three = (share: number, bolts: number) =>
    Array.from({ length: 3 }, () => entry({ share_percentage: share, bolts_earned: bolts }))

  it('is one unit of the last decimal place for each part', () => {
    const rounded = { found: 99.9999, difference: -0.0001, verdict: 'rounding' }
    expect(lineOf('shares', { user_breakdown: three(33.3333, 1) })).toMatchObject(rounded)
    expect(lineOf('shares', { user_breakdown: three(33.3323, 1) }).verdict).toBe('remark')
    expect(lineOf('bolts', { user_bolts_distributed: 0.9, user_breakdown: three(1, 0.2) }).verdict).toBe('rounding')
    expect(lineOf('bolts', { user_bolts_distributed: 0.91, user_breakdown: three(1, 0.2) }).verdict).toBe('wrong')
  })

  it('is 0 when the parts are whole numbers', () => {
    expect(lineOf('points', { total_subnet_points_in_pool: 19 }).verdict).toBe('remark')
    expect(lineOf('bolts', { user_bolts_distributed: 4, user_breakdown: three(1, 1) }).verdict).toBe('wrong')
  })

  it('is one percent for each share when the shares are whole percents', () => {
    expect(lineOf('shares', { user_breakdown: three(33, 1) })).toMatchObject({ found: 99, verdict: 'rounding' })
    expect(lineOf('shares', { user_breakdown: three(32, 1) })).toMatchObject({ found: 96, verdict: 'remark' })
  })

  it('includes the error of floating-point additions', () => {
    const bolts = Array.from({ length: 1000 }, (_, i) => (i + 1) / 9)
    const added = bolts.reduce((sum, value) => sum + value, 0)
    const user_breakdown = bolts.map((bolts) => entry({ bolts_earned: bolts }))
    const line = lineOf('bolts', { user_bolts_distributed: added, user_breakdown })
    expect(line.difference).not.toBe(0)
    expect(line).toMatchObject({ verdict: 'rounding' })
    expect(lineOf('bolts', { user_bolts_distributed: added + 1e-6, user_breakdown }).verdict).toBe('wrong')
  })
})

it('reconcile has the verdict within for the allocation when the service distributed only a part', () => {
  const line = lineOf('allocation', { gross_bolts_allocation: 120 })
  expect(line).toMatchObject({ difference: -20, verdict: 'within' })
})

describe('reconcile: a conversion without users', () => {
  const withoutUsers: Change = {
    user_breakdown: [],
    total_subnet_points_in_pool: 0,
    user_bolts_distributed: 0,
    owner_bolts_distributed: 0,
    total_bolts_distributed: 0,
  }
  const nothing = { bolts: 'nothing', shares: 'nothing', points: 'nothing', allocation: 'within' }

  it('has the verdict nothing for its breakdown when it has neither bolts nor points', () => {
    expect(verdictsOf(withoutUsers)).toEqual({ total: 'exact', ...nothing })
  })

  it('is wrong when it has user bolts, and has a remark when it has points', () => {
    const change = { ...withoutUsers, user_bolts_distributed: 1, total_subnet_points_in_pool: 2 } as const
    expect(verdictsOf(change)).toEqual({ ...nothing, total: 'wrong', bolts: 'wrong', points: 'remark' })
  })
})
