import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { prerender } from 'react-dom/static'
import { beforeEach, describe, expect, it } from 'vitest'
import { textsOf } from '@/components/console/test-support'
import { TextsProvider } from '@/components/texts'
import { conversion as conversionWith } from '@/lib/service/test-support'
import { configure } from '@/lib/config/test-support'
import { connectDay } from '@/lib/records/test-support'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import { Counts } from './counts'
import type { LatestConversions, OverviewReads, Waiting } from './read'

const days = Array.from({ length: 14 }, (_, index) =>
  connectDay({ day: `2026-01-${index + 10}`, confirmed: index + 1, refused: 1 }),
)

const waiting: Waiting = { webhooks: 'off', records: 0, lost: 0, callsLeft: 110, callLimit: 110 }

const conversionOf = (total_bolts_distributed: number, total_subnet_points_in_pool: number) =>
  conversionWith({ total_bolts_distributed, total_subnet_points_in_pool })

const conversions: LatestConversions = { total: 1, latest: conversionOf(104.2, 50) }

const fine: OverviewReads = {
  days: Promise.resolve(days),
  waiting: Promise.resolve(waiting),
  taskRuns: Promise.resolve({ kind: 'read', data: { taskRuns: [], limit: 100, hasMore: false } }),
  balances: Promise.resolve({ kind: 'failed', problem: { kind: 'forbidden', message: 'Not yours' } }),
  conversions: Promise.resolve({ kind: 'read', data: conversions }),
}

/** Returns the text of the card with this heading. */
async function cardOf(heading: string, reads: Partial<OverviewReads> = {}): Promise<string | undefined> {
  const { prelude } = await prerender(
    <AppRouterContext value={{} as AppRouterInstance}>
      <TextsProvider {...consoleTextsForBrowser('controls')}>
        <Counts reads={{ ...fine, ...reads }} today="2026-01-23" />
      </TextsProvider>
    </AppRouterContext>,
  )
  return textsOf(await new Response(prelude).text(), 'article').find((text) => text.startsWith(heading))
}

beforeEach(() => configure())

describe('Counts', () => {
  it('shows each day and the week before when connects are known', async () => {
    expect(await cardOf('Confirmed today')).toContain('14 13 yesterday')
    const week = await cardOf('Confirmed in 7 days')
    expect(week).toMatch(/^Confirmed in 7 days 77 By day: 2026-01-17: 8, .* 2026-01-23: 14 28 in the 7 days before/)
    const rate = await cardOf('Success rate')
    expect(rate).toContain('92%')
    expect(rate).toContain('+12 percentage points against the 7 days before')
  })

  it('compares only as far as there are days and presses', async () => {
    const rate = await cardOf('Success rate', { days: Promise.resolve(days.slice(7)) })
    expect(rate).toContain('92%')
    expect(rate).not.toContain('against')
    const idle = days.map((day, index) => (index === 0 ? day : connectDay({ day: day.day })))
    const ofFew = { days: Promise.resolve(idle.slice(0, 8)) }
    expect(await cardOf('Confirmed in 7 days', ofFew)).toMatch(/ 0 1 in the 7 days before/)
    expect(await cardOf('Success rate', ofFew)).toContain('No presses')
  })

  it('reports the problem on each card when the store is unavailable or a read fails', async () => {
    expect(await cardOf('Confirmed today', { days: Promise.resolve(null) })).toContain('Redis is away')
    expect(await cardOf('Balances')).toContain('Not yours')
  })

  it('compares bolts and points with the previous conversion', async () => {
    const before = conversionOf(100, 100)
    const latest = await cardOf('Latest conversion', {
      conversions: Promise.resolve({ kind: 'read', data: { ...conversions, before } }),
    })
    expect(latest).toContain('104.2 bolts +4.2% +4.2% against the conversion before')
    expect(latest).toContain('50 points in the pool -50% -50% against the conversion before')
    expect(await cardOf('Latest conversion')).not.toContain('against')
    const free = { ...conversions, before: conversionOf(300, 0) }
    const change = await cardOf('Latest conversion', { conversions: Promise.resolve({ kind: 'read', data: free }) })
    expect(change).toContain('104.2 bolts -65.3% -65.3% against the conversion before 50 points in the pool')
    expect(change?.match(/against/g)).toHaveLength(1)
  })

  it('marks the card only when its figure needs attention', async () => {
    const cards: [Partial<Waiting>, string, boolean][] = [
      [{}, '0 no webhooks set up · 0 records to write 110 of 110 confirm calls free', false],
      [{ webhooks: { waiting: 2, givenUp: 0 }, records: 1 }, '3 2 webhooks not delivered · 1 rec', false],
      [{ webhooks: { waiting: 0, givenUp: 1 } }, '1 webhook not delivered', true],
      [{ webhooks: 'unknown' }, 'webhooks unknown', true],
      [{ lost: 1234 }, '1,234 lost', true],
      [{ callsLeft: 0 }, '0 of 110 confirm calls free', true],
    ]
    for (const [changed, text, isUrgent] of cards) {
      const card = await cardOf('Waiting', { waiting: Promise.resolve({ ...waiting, ...changed }) })
      expect(card).toContain(text)
      expect(card?.includes('Look into these'), text).toBe(isUrgent)
    }
  })
})
