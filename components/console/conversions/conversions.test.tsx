import { describe, expect, it, vi } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/shared/test-support'
import { readDateFilter } from '@/lib/console/conversions/query'
import type { ReconciliationLine } from '@/lib/console/conversions/reconciliation'
import { BreakdownTable } from './breakdown-table'
import { ConversionFilter } from './filter'
import { Reconciliation } from './reconciliation'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

describe('the dates', () => {
  it('are typed as they are shown, the same in every browser', () => {
    const html = htmlOf(<ConversionFilter read={readDateFilter({ from: '2026-01-31' })} rows={20} />)
    expect(html).toContain('value="2026-01-31"')
    expect(html).not.toContain('type="date"')
  })

  it('that are none stay to be mended, with what to do', () => {
    const html = htmlOf(<ConversionFilter read={readDateFilter({ from: '31.1.2026', until: '' })} rows={20} />)
    expect(html).toContain('value="31.1.2026"')
    expect(textOf(html)).toContain('Enter a date like 2026-01-31: year, month, day.')
  })
})

describe('the reconciliation', () => {
  it('gives the figures of a check equal decimals, and says by how much they differ', () => {
    const line: ReconciliationLine = {
      check: 'bolts',
      expected: '1205.25',
      found: '1200',
      difference: '-5.25',
      tolerance: 0,
      verdict: 'wrong',
    }
    const html = htmlOf(<Reconciliation lines={[line]} />)
    expect(cellsOf(html)).toEqual([
      [
        "All users' bolts in the breakdown make the users' part Follows from the field names",
        '× Different 5.25 bolts less.',
        '1,205.25 bolts',
        '1,200.00 bolts',
        '-5.25 bolts',
      ],
    ])
    expect(textOf(html)).toContain("One total doesn't add up")
  })
})

describe('a breakdown', () => {
  it('has aligned amounts, and users that lead to their page', () => {
    const entry = {
      wallet_address: 'w',
      user_id: 'u',
      subnet_points: '30',
      share_percentage: '75',
      bolts_earned: '60.5',
    } as const
    const rows = [
      { entry, index: 0, key: 60.5 },
      { entry: { ...entry, user_id: '', share_percentage: '2.125', bolts_earned: '7' } as const, index: 1, key: 7 },
    ]
    const breakdown = { entries: 2, matches: 2, rows }
    const html = htmlOf(<BreakdownTable breakdown={breakdown} path="/console/conversions" searchParams={{}} />)
    expect(cellsOf(html)).toEqual([
      ['w', 'u', '30', '75.000 %', '60.5'],
      ['w', '', '30', '2.125 %', '7.0'],
    ])
    expect([...html.matchAll(/href="(\/console\/users[^"]*)"/g)].map(([, href]) => href)).toEqual(['/console/users/u'])
  })
})
