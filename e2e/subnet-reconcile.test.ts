import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { weekly } from '../scripts/subnet/test-conversion'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import type { ConversionRecord } from './stand-in/data/conversions'
import type { StandIn } from './stand-in/start'
import { listOf, runSubnet, useSubnet } from './test-subnet'

const test = useSubnet()

const run = (args: readonly string[]) => runSubnet(test.standIn, ['reconcile', ...args])
const answer = (conversions: readonly object[]) =>
  test.control.script('conversions', { status: 200, text: listOf('conversions', conversions) })

const bolts = ['total_bolts_distributed', 'user_bolts_distributed', 'owner_bolts_distributed'] as const
const summed = [...bolts, 'total_subnet_points_in_pool'] as const
const entries = [4.25, 6.25].map((bolts_earned) =>
  breakdownEntry({ subnet_points: 15, share_percentage: 50, bolts_earned }),
)
const weeks = (...numbers: number[]) =>
  numbers.map((number) => {
    const { checks: _, ...conversion } = weekly(number)
    return { ...conversion, user_breakdown: entries }
  })

describe('subnet reconcile', () => {
  it('writes a row for each month with exact sums when everything adds up', async () => {
    const { after, conversions } = await flawed(test.standIn)
    const dates = { from: dayOf(after, 2), until: dayOf(after, 60) }
    const inDates = conversions.filter((each) => each.converted_at > dates.from && each.converted_at < dates.until)
    const args = ['--from', dates.from, '--until', dates.until, '--output', join(test.folder, 'figures.csv')]
    expect(await run(args)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readdirSync(test.folder)).toEqual(['figures.csv'])
    const [header, ...rows] = readFileSync(join(test.folder, 'figures.csv'), 'utf8').trimEnd().split('\r\n')
    expect(header).toBe('month,conversions,total_bolts,user_bolts,owner_bolts,pool_points,gaps,overlaps,wrong,remarked')
    const months = [...new Set(inDates.map(({ converted_at }) => converted_at.slice(0, 7)))].sort()
    expect(rows).toEqual(
      months.map((month) => {
        const here = inDates.filter(({ converted_at }) => converted_at.startsWith(month))
        const sums = summed.map((field) => sumOf(here.map((each) => each[field])))
        return [month, here.length, ...sums, 0, 0, 0, 0].join(',')
      }),
    )
  })

  it('exits with 3 and names the conversion when its total is wrong', async () => {
    const { after } = await flawed(test.standIn)
    const dates = ['--from', dayOf(after, -1), '--until', dayOf(after, 1)]
    const { code, stdout, stderr } = await run([...dates, '--format', 'jsonl'])
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ conversions: 1, wrong: 1, remarked: 0 })
    expect(stderr).toContain(`conversion ${after.conversion_id} of ${after.converted_at}`)
    expect(stderr).toContain('difference -12.5\n')
  })

  it('exits with 3 and names both conversions when there is a gap between them', async () => {
    await answer(weeks(1, 3))
    const { code, stdout, stderr } = await run(['--from', '2026-01-01', '--format', 'table'])
    expect(code).toBe(3)
    expect(stdout.split('\n')[1]).toMatch(/^2026-01 +2 +25 +21 +4 +60 +1 +0 +0 +0$/)
    expect(stderr).toBe(
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
      'conversions: 1 cannot be read and is left out.',
      '1 entries of breakdowns cannot be read.',
      '',
    ])
  })
})

/** Returns the stand-in's conversions, newest first. One has a wrong total, before nine months of correct ones. */
async function flawed({ baseUrl, subnetId, apiKey }: StandIn) {
  const response = await fetch(`${baseUrl}/subnets/${subnetId}/conversions?page=1&limit=200`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  })
  const { data } = (await response.json()) as { data: { conversions: ConversionRecord[] } }
  const { conversions } = data
  const after = conversions
    .slice(12)
    .find((each) => each.total_bolts_distributed - each.user_bolts_distributed - each.owner_bolts_distributed > 12)
  if (!after) throw new Error('The stand-in has no conversion with a wrong total.')
  return { conversions, after }
}

const dayInMs = 24 * 60 * 60 * 1000
const dayOf = ({ converted_at }: ConversionRecord, days: number) =>
  new Date(Date.parse(converted_at) + days * dayInMs).toISOString().slice(0, 10)

/** Returns the exact sum of amounts with at most four decimals. */
function sumOf(amounts: readonly number[]): string {
  const units = amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * 10_000)), 0n)
  return `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`.replace(/\.?0+$/, '')
}
