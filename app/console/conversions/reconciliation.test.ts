import { describe, expect, it } from 'vitest'
import type { Conversion, UserBreakdownEntry } from '@/lib/service'
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

const fine = { total: 'holds', bolts: 'holds', shares: 'holds', points: 'holds', allocation: 'holds' }

describe('reconcile', () => {
  it('has the verdict holds in each check, in display order, when a conversion adds up', () => {
    expect(Object.entries(verdictsOf({}))).toEqual(Object.entries(fine))
    // Doubles would round.
    const parts = { user_bolts_distributed: 0.1, owner_bolts_distributed: 0.2, total_bolts_distributed: 0.3 }
    expect(checkOf('total', parts)).toMatchObject({ found: 0.3, difference: 0, verdict: 'holds' })
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
    const change = { user_breakdown: [entry()], unreadableEntries: 1 }
    expect(verdictsOf(change)).toEqual({ ...fine, bolts: 'unknown', shares: 'unknown', points: 'unknown' })
    expect(countFailures(conversion(change))).toEqual({ wrong: 0, unknown: 3, remarks: 0 })
    expect(conversion(change)).toMatchObject({ entries: 2, unreadableEntries: 1 })
  })

  it('has the verdict holds for the allocation when the service distributed only a part', () => {
    const line = checkOf('allocation', { gross_bolts_allocation: 120 })
    expect(line).toMatchObject({ difference: -20, verdict: 'holds' })
  })
})

describe('the tolerance of a check', () => {
  const three = (change: Partial<UserBreakdownEntry>) => ({ user_breakdown: [change, change, change].map(entry) })

  it('is one unit of the last decimal place for each part, and 0 for whole numbers except shares', () => {
    const rounded = { found: 99.9999, difference: -0.0001, verdict: 'holds' }
    expect(checkOf('shares', three({ share_percentage: 33.3333 }))).toMatchObject(rounded)
    const bolts = three({ bolts_earned: 0.2 })
    for (const [name, change, verdict] of [
      ['shares', three({ share_percentage: 33.3323 }), 'remark'],
      ['shares', three({ share_percentage: 33 }), 'holds'],
      ['shares', three({ share_percentage: 32 }), 'remark'],
      ['bolts', { ...bolts, user_bolts_distributed: 0.9 }, 'holds'],
      ['bolts', { ...bolts, user_bolts_distributed: 0.91 }, 'wrong'],
      ['bolts', { ...three({ bolts_earned: 1 }), user_bolts_distributed: 4 }, 'wrong'],
      ['points', { total_subnet_points_in_pool: 19 }, 'remark'],
    ] as const)
      expect(checkOf(name, change).verdict, `${name} ${JSON.stringify(change)}`).toBe(verdict)
  })

  it('includes the error of floating-point additions', () => {
    const bolts = Array.from({ length: 1000 }, (_, i) => (i + 1) / 9)
    const added = bolts.reduce((sum, value) => sum + value, 0)
    const user_breakdown = bolts.map((bolts) => entry({ bolts_earned: bolts }))
    const check = checkOf('bolts', { user_bolts_distributed: added, user_breakdown })
    expect(check.difference).not.toBe(0)
    expect(check).toMatchObject({ verdict: 'holds' })
    expect(checkOf('bolts', { user_bolts_distributed: added + 1e-6, user_breakdown }).verdict).toBe('wrong')
  })
})

it('reconcile has the verdict holds for the breakdown when a conversion has no users', () => {
  const withoutUsers: Change = {
    user_breakdown: [],
    total_subnet_points_in_pool: 0,
    user_bolts_distributed: 0,
    owner_bolts_distributed: 0,
    total_bolts_distributed: 0,
  }
  expect(verdictsOf(withoutUsers)).toEqual(fine)
  const change = { ...withoutUsers, user_bolts_distributed: 1, total_subnet_points_in_pool: 2 }
  expect(verdictsOf(change)).toEqual({ ...fine, total: 'wrong', bolts: 'wrong', points: 'remark' })
})
