import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Made-up connects of the last thirty days, so that the console has data to show. They are the same at each start on one
 * day. The app adds them to its records from the file that `DEMO_CONNECTS` names.
 */

/** A step of a connect, as the app's records get it, and when it ended, in milliseconds since the epoch. */
interface PastStep {
  at: number
  what: {
    requestId: string
    code: string
    userId: string | undefined
    walletAddress?: string
    /** Of a call to the service, or a wait instead of one. */
    outcome?: { kind: string; reason: string; cause: string }
    attempts?: number
    /** Of every other step. */
    step?: string
    reason?: string
  }
}

const dayInMs = 24 * 60 * 60 * 1000

/**
 * The possible stories of a link, each with its number among a hundred links. `returned` is an arrival of a user who is
 * already signed in.
 */
const stories = Object.entries({
  arrived: 6,
  'arrived sign_in_failed:unfinished': 3,
  'arrived signed_in': 5,
  'arrived signed_in cancelled': 5,
  'arrived signed_in wallet_failed:declined confirmed': 10,
  'arrived signed_in confirmed': 48,
  'returned confirmed': 16,
  'arrived signed_in wait:queue confirmed': 2,
  'arrived signed_in refused:request_expired': 3,
  'returned refused:request_not_found': 2,
}).flatMap(([story, links]) => Array.from({ length: links }, () => story))
/** One hour in which the service failed. */
const bad = { daysAgo: 9, hour: 14, links: 10, story: 'arrived signed_in refused:server_error' }

const answers: Record<string, object> = {
  queue: { status: null, attempts: 0, durationMs: 2 },
  request_expired: { status: 410 },
  request_not_found: { status: 404 },
  server_error: { status: 503, attempts: 3, durationMs: 2600 },
}
/** A link is valid for half an hour. */
const secondsBefore: Record<string, number> = { request_expired: 45 * 60 }
/** How busy each weekday is, starting with Sunday. */
const weekdays = [0.65, 1.15, 1.1, 1.05, 1, 0.95, 0.6]
const names = ['ada', 'bo', 'chi', 'dewi', 'eva', 'femi', 'gita', 'hugo', 'ines', 'juan', 'kai', 'linh', 'mia', 'noor']
/** A repeated entry is more likely. */
const ways =
  'address browser mobile_wallet_adapter deep_link in_app_browser address browser browser browser deep_link deep_link'.split(
    ' ',
  )
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const languages = ['en', 'en', 'en', 'en', 'en', 'es', 'es', 'pt-BR', 'pt-BR', 'id', 'vi', 'de', 'ja']

/** Writes made-up connects of these wallets to a file, which this process deletes when it ends. Returns its path. */
export function pastConnectsFile(wallets: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'connects-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'connects.json')
  writeFileSync(file, JSON.stringify(pastConnects(Date.now(), wallets)))
  return file
}

/** Makes up connects of these wallets, and returns their steps up to now, the oldest first. */
export function pastConnects(now: number, wallets: readonly string[]): PastStep[] {
  const today = Math.floor(now / dayInMs)
  const links = Array.from({ length: 30 }, (_, index) => {
    const day = today - 29 + index
    const weekday = weekdays[new Date(day * dayInMs).getUTCDay()] ?? 1
    const count = (20 + 0.8 * index) * weekday * (0.9 + 0.2 * chance('day', index))
    const badLinks = today - day === bad.daysAgo ? bad.links : 0
    return Array.from({ length: Math.round(count) + badLinks }, (_, link) => {
      const isBad = link < badLinks
      const hour = isBad ? bad.hour + link / badLinks : 24 * chance(day, link)
      return { start: Math.floor((day + hour / 24) * dayInMs), isBad }
    })
  })
  return links
    .flat()
    .flatMap(({ start, isBad }, link) => {
      const story = stories[Math.floor(100 * chance('story', link))] ?? ''
      return stepsOf(start, isBad ? bad.story : story, link, wallets)
    })
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at)
}

function stepsOf(start: number, story: string, link: number, wallets: readonly string[]): PastStep[] {
  const person = Math.floor(800 * chance('person of', link))
  const { userId, way, language } = personOf(person)
  const walletAddress = wallets[person % wallets.length] ?? ''
  const ofLink = { requestId: `01M${idOf('request', link).slice(0, 23)}`, linkCode: codeOf(link, 0), language }
  let at = start
  let user: string | undefined
  return story.split(' ').map((part, index) => {
    const [outcome = '', reason = ''] = part.split(':')
    if (outcome === 'returned' || outcome === 'signed_in') user = userId
    if (index > 0) at += Math.floor((secondsBefore[reason] ?? 40) * (750 + 500 * chance(link, index)))
    const common = { ...ofLink, code: codeOf(link, index) }
    if (outcome !== 'confirmed' && outcome !== 'refused' && outcome !== 'wait') {
      const step = outcome === 'returned' ? 'arrived' : outcome
      return { at, what: { ...common, step, userId: user, ...(reason && { reason }) } }
    }
    const ended = { kind: outcome, reason, cause: reason }
    const call = { status: 200, attempts: 1, durationMs: Math.floor(90 + 900 * chance(link, 'time') ** 3) }
    const wallet = { walletAddress, way, isProven: way !== 'address' && chance(link, 'proof') < 0.7 }
    return { at, what: { ...common, outcome: ended, userId, ...wallet, ...call, ...answers[reason] } }
  })
}

function personOf(number: number) {
  const bytes = bytesOf('person', number)
  const [first = 0, second = 0, third = 0] = bytes
  const pick = (from: readonly string[], byte: number) => from[byte % from.length]
  const userId = `demo:${pick(names, first)}-${number}`
  return { userId, way: pick(ways, second), language: pick(languages, third) }
}

// Deterministic values for a key: 32 bytes, 32 letters, a support code, and a number from 0 up to but not including 1.
const bytesOf = (...key: unknown[]) => createHash('sha256').update(key.join(' ')).digest()
const idOf = (...key: unknown[]) => Array.from(bytesOf(...key), (byte) => alphabet[byte % alphabet.length]).join('')
const codeOf = (...key: unknown[]) => idOf('code', ...key).slice(0, 10)
const chance = (...key: unknown[]) => bytesOf(...key).readUInt32BE() / 2 ** 32
