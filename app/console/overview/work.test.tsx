import { beforeEach, describe, expect, it, vi } from 'vitest'
import { htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { parseHtml } from '@/e2e/harness/html'
import { configure } from '@/lib/config/test-support'
import { taskRun } from '@/lib/service/test-support'
import * as skin from '@/lib/skin'
import type { Work } from './overview-data'
import { WorkList } from './work'

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

beforeEach(() => {
  configure({ STUCK_AFTER_MINUTES: '15' })
  setSupportUrl('https://help.example')
})

describe('WorkList', () => {
  it('is one calm line when nothing needs anybody', () => {
    expect(textOf(htmlFor({}))).toBe('Nothing needs attention.')
  })

  it('says of each task what, how many and since when, with the page of exactly these records', () => {
    const today = new Date().toISOString().slice(0, 10)
    const since = `since this process started, .*`
    const rows: [Partial<Work>, string | RegExp][] = [
      [
        { runs: runsOf([60, 7200, 1000]) },
        'Soon: 2 task runs are stuck oldest update 2 hours ago /console/task-runs?show=stuck',
      ],
      [{ runs: runsOf([1000], true) }, /^Soon: 1 or more task runs are stuck oldest update 16 minutes ago /],
      [
        { webhooks: { total: 3, deliveries: [delivery(1, 5), delivery(1, 120)] } },
        'Soon: 3 webhooks not delivered last tried 5 minutes ago /console/connects?tab=webhooks',
      ],
      [{ webhooks: { total: 1, deliveries: [delivery(null, 60)] } }, /^Now: 1 webhook not delivered last tried 1 hour/],
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
      'Hint: Users who can’t connect have no support link /console/setup#support',
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
