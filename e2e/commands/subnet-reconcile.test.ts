import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { weekly } from '../../scripts/subnet/test-conversion'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import { listOf, runSubnet, useSubnet } from './test-subnet'

const test = useSubnet()

const run = (args: readonly string[]) => runSubnet(test.standIn, ['reconcile', ...args])
const answer = (conversions: readonly object[]) =>
  test.control.script('conversions', { status: 200, text: listOf('conversions', conversions) })

const entries = [4.25, 6.25].map((bolts_earned) =>
  breakdownEntry({ subnet_points: 15, share_percentage: 50, bolts_earned }),
)
const weeks = (...numbers: number[]) =>
  numbers.map((number) => {
    const { checks: _, ...conversion } = weekly(number)
    return { ...conversion, user_breakdown: entries }
  })

describe('subnet reconcile', () => {
  // scripts/subnet/reconcile.test.ts tests the sums.
  it('writes a row for each month when everything adds up', async () => {
    await answer(weeks(4, 5))
    const file = join(test.folder, 'figures.csv')
    const ended = await run(['--from', '2026-01-01', '--until', '2026-02-28', '--output', file])
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readdirSync(test.folder)).toEqual(['figures.csv'])
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      'month,conversions,total_bolts,user_bolts,owner_bolts,pool_points,gaps,overlaps,wrong,remarked',
      '2026-01,1,12.5,10.5,2,30,0,0,0,0',
      '2026-02,1,12.5,10.5,2,30,0,0,0,0',
      '',
    ])
  })

  it('exits with 3, and names the conversion with a wrong total and both sides of a gap', async () => {
    const [first, third] = weeks(1, 3)
    await answer([{ ...first, total_bolts_distributed: 0 }, { ...third }])
    const { code, stdout, stderr } = await run(['--from', '2026-01-01', '--format', 'table'])
    expect(code).toBe(3)
    expect(stdout.split('\n')[1]).toMatch(/^2026-01 +2 +12\.5 +21 +4 +60 +1 +0 +1 +0$/)
    expect(stderr).toBe(
      'Different: conversion conversion-1 of 2026-01-05T00:00:00.000Z: ' +
        'Users’ and owner’s bolts make the total: expected 0, found 12.5, difference 12.5\n' +
        'Gap: conversion conversion-1 of 2026-01-05T00:00:00.000Z ends 2026-01-05T00:00:00.000Z, ' +
        'conversion conversion-3 of 2026-01-19T00:00:00.000Z starts 2026-01-12T00:00:00.000Z\n',
    )
  })

  it('lists 50 details and counts the others when there are more', async () => {
    await answer(weeks(...Array.from({ length: 61 }, (_, index) => 1 + 2 * index)))
    const { stderr } = await run(['--from', '2026-01-01'])
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('… and 10 more')
  })

  it('compares the balances and exits with 0 when no dates limit the run', async () => {
    await answer(weeks(1, 2))
    const users = [0.25, 20.5].map((bolts, user) => balance({ user_id: `user-${user}`, bolts }))
    await test.control.script('balances', { status: 200, text: listOf('balances', users) })
    const { code, stderr } = await run([])
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^The balances have 20\.75 bolts, .* gave users 21: a difference of -0\.25\..* promise it\.\n$/,
    )
  })

  it('exits with 4 when a conversion or an entry of a breakdown cannot be read', async () => {
    const [first, second] = weeks(1, 2)
    await answer([
      { ...first, user_breakdown: [...entries, {}] },
      { ...second, total_bolts_distributed: null },
    ])
    const { code, stdout, stderr } = await run(['--from', '2026-01-01'])
    expect(code).toBe(4)
    expect(stdout).toContain('2026-01,1,12.5,')
    expect(stderr.split('\n')).toEqual([
      '1 row could not be read, because a field is missing or has another type than the service promises.',
      '1 entries of breakdowns cannot be read.',
      '',
    ])
  })
})
