import { describe, expect, it } from 'vitest'
import { isReadable, type Conversion, type UserBreakdownEntry } from '@/lib/service'
import { breakdownEntry, conversion as conversionWith } from '@/lib/service/test-support'
import { countFailures, reconcile, type ConversionCheck } from './reconciliation'

const entry = (change: Partial<UserBreakdownEntry> = {}) =>
  breakdownEntry({ subnet_points: 10, share_percentage: 50, bolts_earned: 40.25, ...change })

type Change = Partial<Conversion>

/** Makes a conversion that adds up in each check, unless `change` prevents it. */
const conversion = (change: Change = {}) =>
  reconcile(
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

function checkOf(name: ConversionCheck['name'], change: Change = {}) {
  const [check] = conversion(change).checks.filter((each) => each.name === name)
  return check!
}

const verdictsOf = (change: Change) =>
  Object.fromEntries(conversion(change).checks.map(({ name, verdict }) => [name, verdict]))

const fine = { total: 'exact', bolts: 'exact', shares: 'exact', points: 'exact', allocation: 'exact' }

describe('reconcile', () => {
  it('has the verdict exact in each check, in display order, when a conversion adds up', () => {
    expect(Object.entries(verdictsOf({}))).toEqual(Object.entries(fine))
    // Doubles would round.
    const parts = { user_bolts_distributed: 0.1, owner_bolts_distributed: 0.2, total_bolts_distributed: 0.3 }
    expect(checkOf('total', parts)).toMatchObject({ found: 0.3, difference: 0, verdict: 'exact' })
  })

  it('fails only one check, with the difference, when one sum is different', () => {
    const shares = [entry(), entry({ share_percentage: 47 })]
    const users = { user_bolts_distributed: 85.75, total_bolts_distributed: 105.25, gross_bolts_allocation: 105.25 }
    for (const [check, change, verdict, expected, found, difference] of [
      ['total', { total_bolts_distributed: 99.5, gross_bolts_allocation: 99.5 }, 'wrong', 99.5, 100, 0.5],
      ['bolts', users, 'wrong', 85.75, 80.5, -5.25],
      ['shares', { user_breakdown: shares }, 'remark', 100, 97, -3],
      ['points', { total_subnet_points_in_pool: 21 }, 'remark', 21, 20, -1],
      ['allocation', { gross_bolts_allocation: 99.9999 }, 'remark', 99.9999, 100, 0.0001],
    ] as const) {
      expect(verdictsOf(change)).toEqual({ ...fine, [check]: verdict })
      expect(checkOf(check, change)).toMatchObject({ expected, found, difference })
      const counts = { wrong: verdict === 'wrong' ? 1 : 0, unknown: 0, remarks: verdict === 'remark' ? 1 : 0 }
      expect(countFailures(conversion(change))).toEqual(counts)
    }
  })

  it('has the verdict unknown in the checks of the breakdown when entries are unreadable', () => {
    const change = { user_breakdown: [entry(), { unreadable: 'null', path: '' }] }
    expect(verdictsOf(change)).toEqual({ ...fine, bolts: 'unknown', shares: 'unknown', points: 'unknown' })
    expect(countFailures(conversion(change))).toEqual({ wrong: 0, unknown: 3, remarks: 0 })
    expect(isReadable(conversion(change))).toBe(true)
  })

  it('has the verdict within for the allocation when the service distributed only a part', () => {
    const line = checkOf('allocation', { gross_bolts_allocation: 120 })
    expect(line).toMatchObject({ difference: -20, verdict: 'within' })
  })
})

describe('reconcile: the rounding tolerance', () => {
  const three = (share: number, bolts: number) =>
    Array.from({ length: 3 }, () => entry({ share_percentage: share, bolts_earned: bolts }))

  it('is one unit of the last decimal place for each part', () => {
    const rounded = { found: 99.9999, difference: -0.0001, verdict: 'rounding' }
    expect(checkOf('shares', { user_breakdown: three(33.3333, 1) })).toMatchObject(rounded)
    expect(checkOf('shares', { user_breakdown: three(33.3323, 1) }).verdict).toBe('remark')
    expect(checkOf('bolts', { user_bolts_distributed: 0.9, user_breakdown: three(1, 0.2) }).verdict).toBe('rounding')
    expect(checkOf('bolts', { user_bolts_distributed: 0.91, user_breakdown: three(1, 0.2) }).verdict).toBe('wrong')
  })

  it('is 0 when the parts are whole numbers', () => {
    expect(checkOf('points', { total_subnet_points_in_pool: 19 }).verdict).toBe('remark')
    expect(checkOf('bolts', { user_bolts_distributed: 4, user_breakdown: three(1, 1) }).verdict).toBe('wrong')
  })

  it('is one percent for each share when the shares are whole percents', () => {
    expect(checkOf('shares', { user_breakdown: three(33, 1) })).toMatchObject({ found: 99, verdict: 'rounding' })
    expect(checkOf('shares', { user_breakdown: three(32, 1) })).toMatchObject({ found: 96, verdict: 'remark' })
  })

  it('includes the error of floating-point additions', () => {
    const bolts = Array.from({ length: 1000 }, (_, i) => (i + 1) / 9)
    const added = bolts.reduce((sum, value) => sum + value, 0)
    const user_breakdown = bolts.map((bolts) => entry({ bolts_earned: bolts }))
    const line = checkOf('bolts', { user_bolts_distributed: added, user_breakdown })
    expect(line.difference).not.toBe(0)
    expect(line).toMatchObject({ verdict: 'rounding' })
    expect(checkOf('bolts', { user_bolts_distributed: added + 1e-6, user_breakdown }).verdict).toBe('wrong')
  })
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
