import bs58 from 'bs58'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isReadable } from '@/lib/service'
import { demoConnectRecords, pastConnects } from './demo-connects'
import { dayInMs } from '@/lib/format'
import type { ConnectCall, ConnectRecord, ConnectStep } from './record'
import type { ConnectRecords } from './records'

const settings = { detail: 'full', maxAgeMs: 30 * dayInMs, maxEntries: 100_000, hashKey: 'key' } as const
const tuesday = Date.UTC(2026, 10, 24, 12)
const wallets = Array.from({ length: 800 }, (_, index) => bs58.encode(new Uint8Array(32).fill(index % 250)))
/** One time on each weekday, each at another hour, and two times at the end of a year. */
const weekdays = Array.from({ length: 7 }, (_, index) => tuesday + index * dayInMs + index * 3.9 * 60 * 60 * 1000)
const midnight = Date.UTC(2027, 0, 1)
const pastAt = new Map([...weekdays, midnight, midnight + 1].map((now) => [now, pastConnects(now, wallets)]))
const stepsAt = (now: number) => (pastAt.get(now) ?? []).map(({ what }) => what)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: tuesday }))
afterEach(() => void vi.useRealTimers())

const made = () => demoConnectRecords({ onLost: () => expect.unreachable() }, settings, wallets)

async function allOf(records: ConnectRecords): Promise<ConnectRecord[]> {
  const found = []
  for await (const page of records.all()) found.push(...page)
  const readable = found.filter(isReadable)
  expect(readable).toHaveLength(found.length)
  return readable
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const countOf = (records: readonly ConnectRecord[], ...outcomes: string[]) =>
  records.filter(({ outcome }) => outcomes.includes(outcome)).length

describe('pastConnects', () => {
  it('returns no step in the future or older than thirty days, and the steps in order', () => {
    for (const [now, steps] of pastAt) {
      const first = (Math.floor(now / dayInMs) - 29) * dayInMs
      const times = steps.map(({ at }) => at)
      expect(times.filter((at) => at < first || at > now)).toEqual([])
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    }
  })

  it('returns the same steps when called again', () => {
    expect(pastConnects(tuesday, wallets)).toEqual(pastAt.get(tuesday))
  })

  it('returns about 900 links, fewer at each step, with a tenth of the presses refused, on every weekday', () => {
    const linksOf = (some: readonly (ConnectCall | ConnectStep)[]) =>
      new Set(some.map(({ requestId }) => requestId)).size
    for (const now of weekdays) {
      const steps = stepsAt(now)
      const calls = steps.filter((what) => 'outcome' in what && what.outcome.kind !== 'wait') as ConnectCall[]
      const links = linksOf(steps)
      const signedIn = linksOf(steps.filter(({ userId }) => userId !== undefined))
      const pressed = linksOf(calls)
      const confirmed = linksOf(calls.filter(({ outcome }) => outcome.kind === 'confirmed'))
      expect(steps.filter((what) => 'step' in what && what.step === 'arrived')).toHaveLength(links)
      expect(Math.abs(links - 900)).toBeLessThan(100)
      for (const [more, fewer] of [
        [links, signedIn],
        [signedIn, pressed],
        [pressed, confirmed],
      ] as const) {
        expect(fewer).toBeLessThan(0.97 * more)
        expect(fewer).toBeGreaterThan(0.75 * more)
      }

      const reasons = calls.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.reason] : []))
      expect(reasons.length / calls.length).toBeGreaterThan(0.08)
      expect(reasons.length / calls.length).toBeLessThan(0.12)
      const countOfReason = (wanted: string) => reasons.filter((reason) => reason === wanted).length
      const others = ['already_confirmed', 'invalid_address', 'nonce_mismatch', 'request_not_found', 'server_error']
      expect([...new Set(reasons)].toSorted()).toEqual([...others, 'request_expired'].toSorted())
      expect(Math.max(...others.map(countOfReason))).toBeLessThan(countOfReason('request_expired'))
    }
  })

  it('returns valid wallet addresses and unique support codes', () => {
    const steps = stepsAt(tuesday)
    for (const what of steps) if ('walletAddress' in what) expect(bs58.decode(what.walletAddress)).toHaveLength(32)
    expect(new Set(steps.map(({ code }) => code)).size).toBe(steps.length)
    for (const { requestId } of steps) expect(requestId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  })
})

describe('demoConnectRecords', () => {
  it('returns tallies that match the records when days(), all() or newest() is the first read', async () => {
    const [days, records] = await Promise.all([made().days(30), allOf(made())])
    const first = made()
    expect(await first.newest({ limit: 50 })).toMatchObject({ entries: { length: 50 } })
    expect(days).toHaveLength(30)
    expect(days.filter((day) => day.reasons['server_error'])).toHaveLength(1)
    let found = 0
    const recordsOn = new Map(days.map(({ day }): [string, ConnectRecord[]] => [day, []]))
    for (const record of records) recordsOn.get(new Date(record.at).toISOString().slice(0, 10))?.push(record)
    for (const { day, confirmed, refused, reasons, steps, ways, languages } of days) {
      const here = recordsOn.get(day) ?? []
      found += here.length
      const presses = here.filter(({ outcome }) => outcome === 'confirmed' || outcome === 'refused')
      expect([confirmed, refused]).toEqual([countOf(here, 'confirmed'), countOf(here, 'refused')])
      expect(sumOf(Object.values(reasons))).toBe(refused)
      for (const groups of [ways, languages].map((group) => Object.values(group))) {
        expect(sumOf(groups.map((group) => group.presses))).toBe(presses.length)
        expect(sumOf(groups.map((group) => group.confirmed))).toBe(confirmed)
      }
      const known = here.filter(({ outcome, userId }) => outcome === 'arrived' && userId !== undefined).length
      const names = ['arrived', 'signed_in', 'sign_in_failed', 'wallet_failed', 'form_refused', 'cancelled']
      const counts = Object.fromEntries(names.map((name) => [name, countOf(here, name)]))
      expect(steps).toEqual({ ...counts, signed_in: countOf(here, 'signed_in') + known })
    }
    expect(found).toBe(records.length)
  })

  it('dates each entry by its step, and puts new entries first', async () => {
    const records = made()
    const { entries } = await records.newest({ limit: 1000 })
    expect(entries.length).toBeGreaterThan(500)
    for (const { at, entry } of entries) expect(isReadable(entry) && entry.at).toBe(at)

    vi.setSystemTime(tuesday + 1)
    const step = { step: 'form_refused', reason: 'invalid_signature' } as const
    records.add({ ...step, code: 'NEW', requestId: 'NEW', userId: 'demo:new' })
    await records.settled()
    const [newest] = (await records.newest({ limit: 1 })).entries
    expect(newest).toMatchObject({ at: tuesday + 1, entry: { code: 'NEW' } })
  })
})
