import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { prerender } from 'react-dom/static'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Funnel } from '@/components/console/bars'
import { cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { TextsProvider } from '@/components/texts'
import { parseHtml } from '@/e2e/harness/html'
import { configure } from '@/lib/config/test-support'
import * as batches from '@/lib/console/batches'
import { connectReport } from '@/lib/console/connect-rate'
import type { ReadResult } from '@/lib/console/service'
import { access, conversionRecord, serveConversions } from '@/lib/console/test-support'
import { connectDay } from '@/lib/records/test-support'
import { orThrow, type PendingTaskRuns } from '@/lib/service'
import { conversion as conversionWith, taskRun } from '@/lib/service/test-support'
import * as skin from '@/lib/skin'
import { consoleTextsForBrowser } from '@/lib/skin/texts'
import { Counts } from './counts'
import { FirstRun } from './first-run'
import {
  readFirstSteps,
  readLatestConversion,
  type FigureReads,
  type LatestConversion,
  type Work,
} from './overview-data'
import { Presses } from './presses'
import { WorkList } from './work'

beforeEach(() => {
  configure({ STUCK_AFTER_MINUTES: '15' })
  setSupportUrl('https://help.example')
})

const days = Array.from({ length: 14 }, (_, index) =>
  connectDay({ day: `2026-01-${index + 10}`, confirmed: index + 1, refused: 1 }),
)

const conversion: LatestConversion = {
  latest: conversionWith({ total_bolts_distributed: 104.2, conversion_id: 'a/b' }),
  at: 7,
}

const fine: FigureReads = {
  taskRuns: Promise.resolve({ kind: 'read', data: { taskRuns: [], unreadable: 0, limit: 100, hasMore: false } }),
  conversion: Promise.resolve({ kind: 'read', data: conversion }),
}

async function htmlOfLate(content: ReactNode) {
  const { prelude } = await prerender(
    <AppRouterContext value={{} as AppRouterInstance}>
      <TextsProvider {...consoleTextsForBrowser('controls')}>{content}</TextsProvider>
    </AppRouterContext>,
  )
  return new Response(prelude).text()
}

const cardsOf = async ({ days: shown = days, ...reads }: Partial<FigureReads> & { days?: typeof days | null }) =>
  parseHtml(await htmlOfLate(<Counts {...fine} {...reads} days={shown} />)).querySelectorAll('article')

async function cardOf(heading: string, given: Parameters<typeof cardsOf>[0] = {}) {
  const cards = await cardsOf(given)
  const card = cards.find((each) => textOf(each.toString()).startsWith(heading))
  const links = card?.querySelectorAll('[href]') ?? []
  expect([cards.length, links.length]).toEqual([4, 1])
  return { text: textOf(String(card)), url: links[0]?.getAttribute('href') ?? '' }
}

describe('Counts', () => {
  it('links each figure of a week to exactly the presses of its days when connects are known', async () => {
    const week = await cardOf('Confirmed in 7 days')
    expect(week.text).toBe('Confirmed in 7 days 77 14 today · 28 the week before')
    expect(week.url).toBe('/console/connects?outcome=confirmed&day=2026-01-17..2026-01-23')
    const rate = await cardOf('Success in 7 days')
    expect(rate.text).toBe('Success in 7 days 92% +12 percentage points')
    expect(rate.url).toBe('/console/connects?outcome=refused&day=2026-01-17..2026-01-23')
  })

  it('says by how many percentage points the rate has changed, and nothing without presses', async () => {
    const week = (confirmed: number, refused: number) =>
      Array.from({ length: 7 }, () => connectDay({ day: '2026-01-10', confirmed, refused }))
    for (const [before, now, text] of [
      [week(98, 2), week(97, 3), '97% −1 percentage point'],
      [week(1, 0), week(1, 0), '100% 0 percentage points'],
      [week(0, 0), week(1, 1), '50% 0 percentage points'],
      [week(1, 0), week(0, 0), 'No presses'],
    ] as const)
      expect((await cardOf('Success in 7 days', { days: [...before, ...now] })).text).toBe(`Success in 7 days ${text}`)
  })

  it('names the problem in the card when the store is unavailable or a read fails', async () => {
    const away = await cardOf('Confirmed in 7 days', { days: null })
    expect([away.text, away.url]).toEqual([expect.stringContaining('Redis is away'), '/console/connects'])
    const failed = { kind: 'failed', problem: { kind: 'forbidden', message: 'Not yours' } } as const
    const pending = await cardOf('Pending task runs', { taskRuns: Promise.resolve(failed) })
    expect(pending.text).toBe('Pending task runs Unknown The API key isn’t allowed to do this')
  })

  it('counts the listed task runs, and says when there are more or some are stuck', async () => {
    expect(await cardOf('Pending task runs')).toEqual({
      text: 'Pending task runs 0 not yet final on chain',
      url: '/console/task-runs',
    })
    const more: ReadResult<PendingTaskRuns> = {
      kind: 'read',
      data: { taskRuns: [taskRun()], unreadable: 0, limit: 1, hasMore: true },
    }
    expect((await cardOf('Pending task runs', { taskRuns: Promise.resolve(more) })).text).toContain('1 or more')
    const stuck = await cardOf('Pending task runs', { taskRuns: Promise.resolve(runsOf([7200, 60])) })
    expect(stuck.text).toBe('Pending task runs 2 1 stuck · oldest 2 hours ago')
  })

  it('links the latest conversion to its page, without decimals', async () => {
    const latest = await cardOf('Latest conversion')
    expect(latest.text).toContain(' 104 bolts')
    expect(latest.url).toBe('/console/conversions/one?id=a%2Fb&at=7')
    const none = { kind: 'read', data: { latest: 'none', at: 1 } } as const
    expect(await cardOf('Latest conversion', { conversion: Promise.resolve(none) })).toEqual({
      text: 'Latest conversion None yet',
      url: '/console/conversions',
    })
  })
})

describe('Presses', () => {
  const html = () => htmlOf(<Presses days={days} />)

  it('has a bar and a row of a table for each day, and moves through the bars with the keyboard', () => {
    expect(parseHtml(html()).querySelectorAll('svg > rect.fill-danger[y]')).toHaveLength(14)
    expect(
      cellsOf(html())
        .map((cells) => cells.join(': '))
        .slice(1),
    ).toEqual(days.map(({ confirmed }, index) => `${index + 10} Jan 2026: ${confirmed}: 1`))
    const slider = parseHtml(html()).querySelector('input[type="range"][aria-label="Day"]')
    expect([
      slider?.getAttribute('max'),
      slider?.getAttribute('value'),
      slider?.getAttribute('aria-valuetext'),
    ]).toEqual(['13', '13', '23 Jan 2026: 14 confirmed, 1 refused'])
  })
})

it('Funnel shows the steps from a link to a confirm', () => {
  const days = [connectDay({ confirmed: 3, refused: 1, steps: { arrived: 1200, signed_in: 900 } })]
  expect(textsOf(htmlOf(<Funnel report={connectReport(days)} />), 'h2 + ul > li')).toEqual([
    'Link opened 1,200 · 100%',
    'Signed in 900 · 75%',
    'Pressed Connect 4 · 0%',
    'Confirmed 3 · 0%',
  ])
})

describe('FirstRun', () => {
  const stepsOf = async (hasArrivals: boolean, taskRuns: Promise<ReadResult<unknown>> = fine.taskRuns) =>
    textsOf(htmlOf(<FirstRun done={await readFirstSteps(taskRuns, hasArrivals)} />), 'li')

  it('leads through what is not done yet', async () => {
    setSupportUrl(null)
    // Other tests of this process may have sent some.
    vi.spyOn(batches, 'listBatches').mockResolvedValue([])
    const failed = { kind: 'failed', problem: { kind: 'forbidden', message: null } } as const
    expect(await stepsOf(false, Promise.resolve(failed))).toEqual([
      'Register the connect URL at Subnet Rewards https://connect.example/connect',
      'Check the API key Go to the check',
      'Add a support link How to add it',
      'Upload a first batch Choose a file',
      'Try a connect Open your profile page',
    ])
  })

  it('marks what is done, which a connect is only when the figures have replaced the steps', async () => {
    const claim = await batches.claimFile({ fileName: 'runs.csv', sha256: 'a', by: 'Olga', credential: 'key' }, false)
    if ('keep' in claim) await claim.keep(1, { id: 'batch-1', queued: 1, failed: 0 })
    expect((await stepsOf(true)).map((step) => step.endsWith(' Done'))).toEqual([true, true, true, true, false])
  })
})

const runsOf = (ages: number[], hasMore = false): Work['runs'] => ({
  kind: 'read',
  data: {
    taskRuns: ages.map((seconds_since_update) => taskRun({ seconds_since_update })),
    unreadable: 0,
    limit: 100,
    hasMore,
  },
})

/** Nothing in it needs anybody. */
const idle: Work = {
  runs: runsOf([60]),
  webhooks: { total: 0, deliveries: [] },
  callsLeft: 1,
  userIdsChanged: false,
  lostWebhooks: 0,
  lostRecords: 0,
  unknownVariables: 0,
}

const htmlFor = (work: Partial<Work>) => htmlOf(<WorkList work={{ ...idle, ...work }} />)
const rowsFor = (work: Partial<Work>) =>
  parseHtml(htmlFor(work))
    .querySelectorAll('li a')
    .map((row) => `${textOf(row.toString())} ${row.getAttribute('href')}`)

function setSupportUrl(supportUrl: string | null) {
  const brand = skin.brand('en')
  vi.spyOn(skin, 'brand').mockReturnValue({ ...brand, supportUrl })
}

const delivery = (nextAt: number | null, minutesAgo: number) => ({
  id: 'm',
  type: 'wallet.confirmed' as const,
  requestId: null,
  attempts: 1,
  failedAt: Date.now() - minutesAgo * 60_000,
  result: '500',
  nextAt,
})

describe('WorkList', () => {
  it('is one calm line when nothing needs anybody', () => {
    expect(textOf(htmlFor({}))).toBe('Nothing needs attention.')
  })

  it('says of each task what, how many and since when, with the page of exactly these records', () => {
    const today = new Date().toISOString().slice(0, 10)
    const since = `since this process started, .*`
    const rows: [Partial<Work>, string | RegExp][] = [
      [{ runs: runsOf([60, 7200, 1000]) }, 'Soon: 2 task runs are stuck 2 hours ago /console/task-runs?show=stuck'],
      [{ runs: runsOf([1000], true) }, /^Soon: 1 or more task runs are stuck 16 minutes ago /],
      [
        { webhooks: { total: 3, deliveries: [delivery(1, 5), delivery(1, 120)] } },
        'Soon: 3 webhooks not delivered 5 minutes ago /console/connects?tab=webhooks',
      ],
      [{ webhooks: { total: 1, deliveries: [delivery(null, 60)] } }, /^Now: 1 webhook not delivered 1 hour/],
      [{ lostWebhooks: 1 }, new RegExp(`^Soon: 1 webhook lost ${since} /console/connects\\?tab=webhooks$`)],
      [{ lostRecords: 1234 }, new RegExp(`^Soon: 1,234 records of connects lost ${since} /console/connects$`)],
      [{ callsLeft: 0 }, new RegExp(`^Now: No confirm calls left .* /console/connects\\?outcome=wait&day=${today}$`)],
      [{ userIdsChanged: true }, /^Now: Every user is new to .* now \/console\/setup#user-ids$/],
      [{ unknownVariables: 2 }, 'Soon: 2 unknown variables /console/setup#variables'],
    ]
    for (const [work, row] of rows)
      expect(rowsFor(work)).toEqual([typeof row === 'string' ? row : expect.stringMatching(row)])
  })

  it('names the most urgent first, and the hint last', () => {
    setSupportUrl(null)
    expect(rowsFor({ runs: runsOf([1000]), callsLeft: 0 })).toEqual([
      expect.stringMatching(/^Now: No confirm calls/),
      expect.stringMatching(/^Soon: .*stuck/),
      'Hint: No support link for users /console/setup#support',
    ])
  })

  it('is one banner when the service does not answer, with the other tasks below', () => {
    const runs: Work['runs'] = { kind: 'failed', problem: { kind: 'unreachable', message: null } }
    expect(textsOf(htmlFor({ runs }), '[role="alert"]')).toEqual([expect.stringContaining('Couldn’t reach')])
    expect(textOf(htmlFor({ runs }))).not.toContain('Nothing needs')
    expect(rowsFor({ runs, lostRecords: 1 })).toHaveLength(1)
  })

  it('leads to the check of the key when the service refuses it', () => {
    const runs: Work['runs'] = { kind: 'failed', problem: { kind: 'unauthenticated', message: null } }
    expect(htmlFor({ runs })).toContain('href="/console/setup#key"')
  })
})

const [january, february, march] = ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z'] as const

it('readLatestConversion reads the first and the last of the list, in either order, and says what it does not have', async () => {
  const lists: [times: (string | null)[], latest: string, at: number, pages: number[]][] = [
    [[march, february, january], march, 1, [1, 3]],
    [[january, february, march], march, 3, [1, 3]],
    [[march], march, 1, [1]],
    [[], 'none', 1, [1]],
    [[march, null, january], march, 1, [1, 3]],
    [[null, march, january], 'unknown', 1, [1, 3]],
    [[january, march, null], 'unknown', 1, [1, 3]],
  ]
  for (const [times, expected, at, pages] of lists) {
    const asked = serveConversions(times.map((converted_at) => ({ ...conversionRecord(1), converted_at })))
    const { latest, ...found } = orThrow(await readLatestConversion(access, {}))
    expect([typeof latest === 'string' ? latest : latest.converted_at, found.at], times.join()).toEqual([expected, at])
    expect(asked).toEqual(pages.map((page) => `page=${page}&limit=1`))
  }
})
