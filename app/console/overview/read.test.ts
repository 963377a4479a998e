import { expect, it } from 'vitest'
import { access, conversionRecord, serveConversions } from '@/lib/console/test-service'
import { readLatestConversions } from './read'

const stubService = (times: (string | null)[]) =>
  serveConversions(() => times.map((converted_at) => ({ ...conversionRecord(1), converted_at })))

const [january, february, march, april, may] = [
  '2026-01-31T00:00:00Z',
  '2026-02-28T00:00:00Z',
  '2026-03-31T00:00:00Z',
  '2026-04-30T00:00:00Z',
  '2026-05-31T00:00:00Z',
] as const

async function readTimes() {
  const { at, latest, before } = await readLatestConversions(access, {})
  return [at, typeof latest === 'string' ? latest : latest.converted_at, before?.converted_at]
}

it('readLatestConversions finds the latest conversion, its position and the one before it in few calls, in either order of the list', async () => {
  const lists: [string, string[], number[]][] = [
    ['the newest of five are first', [may, april, march, february, january], [1, 3]],
    ['the newest of five are last', [january, february, march, april, may], [1, 3, 2]],
    ['the newest of four are last', [february, march, april, may], [1, 2]],
    ['the newest of three are last', [march, april, may], [1, 2]],
    ['the newest of two is first', [may, april], [1]],
    ['the newest of two is last', [april, may], [1]],
    ['there is only one', [may], [1]],
  ]
  for (const [what, times, pages] of lists) {
    const asked = stubService(times)
    const at = times[0] === may ? 1 : times.length
    expect(await readTimes(), what).toEqual([at, may, times.length > 1 ? april : undefined])
    expect(asked).toEqual(pages.map((page) => `page=${page}&limit=2`))
  }
})

it('readLatestConversions returns what the list does not have as none, and as unknown when its first or last row is unreadable', async () => {
  const lists: [(string | null)[], string][] = [
    [[], 'none'],
    [[may, null, march], may],
    [[null, march, january], 'unknown'],
    [[january, march, null], 'unknown'],
  ]
  for (const [times, latest] of lists) {
    stubService(times)
    expect(await readTimes(), times.join()).toEqual([1, latest, undefined])
  }
})
