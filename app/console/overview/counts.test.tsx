import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { prerender } from 'react-dom/static'
import { describe, expect, it } from 'vitest'
import { textsOf } from '@/components/console/test-support'
import { TextsProvider } from '@/components/texts'
import { conversion as conversionWith } from '@/lib/service/test-support'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import { Counts } from './counts'
import type { LatestConversion, OverviewConnects, OverviewReads, Waiting } from './read'

const connects: OverviewConnects = {
  days: Array.from({ length: 14 }, (_, index) => ({ day: `2026-01-${index + 10}`, confirmed: index + 1 })),
  thisWeek: { confirmed: 77, total: 80, percent: 96 },
  weekBefore: { confirmed: 28, total: 30, percent: 93 },
}

const waiting: Waiting = { webhooks: 'off', records: 0, lost: 0, callsLeft: 110, callLimit: 110 }

const conversionOf = (total_bolts_distributed: number, total_subnet_points_in_pool: number) =>
  conversionWith({ total_bolts_distributed, total_subnet_points_in_pool })

const conversion: LatestConversion = { total: 1, latest: conversionOf(104.2, 50), before: null, isKnown: true }

const fine: OverviewReads = {
  connects: Promise.resolve(connects),
  waiting: Promise.resolve(waiting),
  taskRuns: Promise.resolve({ ok: true, data: { taskRuns: [], limit: 100, hasMore: false } }),
  balances: Promise.resolve({ ok: false, problem: { kind: 'forbidden', message: 'Not yours' } }),
  conversion: Promise.resolve({ ok: true, data: conversion }),
}

/** Returns the text of the card with this heading. */
async function cardOf(heading: string, reads: Partial<OverviewReads> = {}): Promise<string | undefined> {
  const { prelude } = await prerender(
    <AppRouterContext value={{} as AppRouterInstance}>
      <TextsProvider {...consoleTextsForBrowser('controls')}>
        <Counts reads={{ ...fine, ...reads }} today="2026-01-23" stuckAfterMinutes={15} />
      </TextsProvider>
    </AppRouterContext>,
  )
  return textsOf(await new Response(prelude).text(), 'article').find((text) => text.startsWith(heading))
}

describe('Counts', () => {
  it('shows each day and the week before when connects are known', async () => {
    expect(await cardOf('Confirmed today')).toContain('14 13 yesterday')
    const week = await cardOf('Confirmed in 7 days')
    expect(week).toMatch(/^Confirmed in 7 days 77 By day: 2026-01-17: 8, .* 2026-01-23: 14 28 in the 7 days before/)
    const rate = await cardOf('Success rate')
    expect(rate).toContain('96%')
    expect(rate).toContain('+3 percentage points against the 7 days before')
  })

  it('shows no change when the week before had no press', async () => {
    const weekBefore = { confirmed: 0, total: 0, percent: null }
    const rate = await cardOf('Success rate', { connects: Promise.resolve({ ...connects, weekBefore }) })
    expect(rate).toContain('96%')
    expect(rate).not.toContain('against')
  })

  it('reports the problem on each card when the store is unavailable or a read fails', async () => {
    expect(await cardOf('Confirmed today', { connects: Promise.resolve(null) })).toContain('Redis is away')
    expect(await cardOf('Balances')).toContain('Not yours')
  })

  it('compares bolts and points with the previous conversion', async () => {
    const before = conversionOf(100, 100)
    const latest = await cardOf('Latest conversion', {
      conversion: Promise.resolve({ ok: true, data: { ...conversion, before } }),
    })
    expect(latest).toContain('104.2 bolts +4.2% +4.2% against the conversion before')
    expect(latest).toContain('50 points in the pool -50% -50% against the conversion before')
    expect(await cardOf('Latest conversion')).not.toContain('against')
  })

  it.each<[string, Partial<Waiting>, string, boolean]>([
    ['nothing waits', {}, '0 no webhooks set up · 0 records to write 110 of 110 confirm calls free', false],
    [
      'something waits',
      { webhooks: { waiting: 2, givenUp: 0 }, records: 1 },
      '3 2 webhooks not delivered · 1 rec',
      false,
    ],
    ['webhooks were given up', { webhooks: { waiting: 0, givenUp: 1 } }, '1 webhook not delivered', true],
    ['records were lost', { lost: 1234 }, '1,234 lost', true],
    ['users wait for their turn', { callsLeft: 0 }, '0 of 110 confirm calls free', true],
  ])('marks the card only when its figure needs attention: %s', async (_, changed, text, isUrgent) => {
    const card = await cardOf('Waiting', { waiting: Promise.resolve({ ...waiting, ...changed }) })
    expect(card).toContain(text)
    expect(card?.includes('Look into these')).toBe(isUrgent)
  })
})
