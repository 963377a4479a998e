import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { prerender } from 'react-dom/static'
import { beforeEach, describe, expect, it } from 'vitest'
import { textOf } from '@/components/console/test-support'
import { TextsProvider } from '@/components/texts'
import { parseHtml } from '@/e2e/harness/html'
import type { ReadResult } from '@/lib/console/service'
import type { PendingTaskRuns } from '@/lib/service'
import { conversion as conversionWith, taskRun } from '@/lib/service/test-support'
import { configure } from '@/lib/config/test-support'
import { connectDay } from '@/lib/records/test-support'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import { Counts } from './counts'
import type { LatestConversion, OverviewReads } from './overview-data'

const days = Array.from({ length: 14 }, (_, index) =>
  connectDay({ day: `2026-01-${index + 10}`, confirmed: index + 1, refused: 1 }),
)

const conversion: LatestConversion = {
  latest: conversionWith({ total_bolts_distributed: 104.2, conversion_id: 'a/b' }),
  at: 7,
}

type Reads = Omit<OverviewReads, 'work'>

const fine: Reads = {
  days: Promise.resolve(days),
  taskRuns: Promise.resolve({ kind: 'read', data: { taskRuns: [], unreadable: 0, limit: 100, hasMore: false } }),
  conversion: Promise.resolve({ kind: 'read', data: conversion }),
}

async function cardOf(heading: string, reads: Partial<Reads> = {}): Promise<{ text: string; url: string }> {
  const { prelude } = await prerender(
    <AppRouterContext value={{} as AppRouterInstance}>
      <TextsProvider {...consoleTextsForBrowser('controls')}>
        <Counts reads={{ ...fine, ...reads }} />
      </TextsProvider>
    </AppRouterContext>,
  )
  const cards = parseHtml(await new Response(prelude).text()).querySelectorAll('article')
  const card = cards.find((each) => textOf(each.toString()).startsWith(heading))
  const links = card?.querySelectorAll('[href]') ?? []
  expect([cards.length, links.length]).toEqual([4, 1])
  return { text: textOf(String(card)), url: links[0]?.getAttribute('href') ?? '' }
}

beforeEach(() => configure())

describe('Counts', () => {
  it('links each figure of a week to exactly the presses of its days when connects are known', async () => {
    const week = await cardOf('Confirmed in 7 days')
    expect(week.text).toMatch(
      /^Confirmed in 7 days 77 By day: 2026-01-17: 8, .* 2026-01-23: 14 14 today · 28 the week before/,
    )
    expect(week.url).toBe('/console/connects?outcome=confirmed&day=2026-01-17..2026-01-23')
    const refused = await cardOf('Refused in 7 days')
    expect(refused.text).toContain('Refused in 7 days 7 of 84 presses · 92% confirmed')
    expect(refused.url).toBe('/console/connects?outcome=refused&day=2026-01-17..2026-01-23')
  })

  it('has no figure where there are no presses', async () => {
    const idle = days.map((day, index) => (index === 0 ? day : connectDay({ day: day.day })))
    const ofFew = { days: Promise.resolve(idle.slice(0, 8)) }
    expect((await cardOf('Confirmed in 7 days', ofFew)).text).toMatch(/ 0 today · 1 the week before/)
    expect((await cardOf('Refused in 7 days', ofFew)).text).toContain('0 No presses')
  })

  it('names the problem in the card when the store is unavailable or a read fails', async () => {
    const away = await cardOf('Confirmed in 7 days', { days: Promise.resolve(null) })
    expect([away.text, away.url]).toEqual([expect.stringContaining('Redis is away'), '/console/connects'])
    const failed = { kind: 'failed', problem: { kind: 'forbidden', message: 'Not yours' } } as const
    const pending = await cardOf('Pending task runs', { taskRuns: Promise.resolve(failed) })
    expect(pending.text).toBe('Pending task runs Unknown The API key isn’t allowed to do this')
  })

  it('counts the listed task runs, and says when there are more', async () => {
    expect(await cardOf('Pending task runs')).toEqual({
      text: 'Pending task runs 0 not yet final on chain',
      url: '/console/task-runs',
    })
    const more: ReadResult<PendingTaskRuns> = {
      kind: 'read',
      data: { taskRuns: [taskRun()], unreadable: 0, limit: 1, hasMore: true },
    }
    expect((await cardOf('Pending task runs', { taskRuns: Promise.resolve(more) })).text).toContain('1 or more')
  })

  it('links the latest conversion to its page', async () => {
    const latest = await cardOf('Latest conversion')
    expect(latest.text).toContain('104.2 bolts')
    expect(latest.url).toBe('/console/conversions/one?id=a%2Fb&at=7')
    const none = { kind: 'read', data: { latest: 'none', at: 1 } } as const
    expect(await cardOf('Latest conversion', { conversion: Promise.resolve(none) })).toEqual({
      text: 'Latest conversion None yet',
      url: '/console/conversions',
    })
  })
})
