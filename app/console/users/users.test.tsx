import { beforeEach, describe, expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import type { ConnectRecord } from '@/lib/records'
import { connectRecord } from '@/lib/records/test-support'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import { UserAge, UserLists } from './lists'
import { shortId, Summary, summaryOf } from './summary'
import type { UserData } from './user-data'

beforeEach(() =>
  configure({
    CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
  }),
)

const whole = { kind: 'read', unreadable: 0, readAt: 1, rows: [], isWhole: true, hasChanged: false } as const
const failed = { kind: 'failed', problem: { kind: 'unreachable', message: null } } as const

const balancesOf = (...amounts: number[]) => ({
  walk: whole,
  rows: amounts.map((bolts, position) => ({ ...balance({ current_period_points: 0.1, bolts }), position })),
})
const boltsOf = (...amounts: number[]) => ({
  walk: whole,
  rows: amounts.map((bolts_earned, at) => ({
    ...breakdownEntry({ bolts_earned }),
    conversion_id: 'c',
    converted_at: '2026-01-31T00:00:00Z',
    at,
  })),
})
const confirm = (at: number, fields: Partial<ConnectRecord> = {}) =>
  connectRecord({ id: `record ${at}`, at, outcome: 'confirmed', userId: 'demo:ada', walletAddress: 'w2', ...fields })
const user = (fields: Partial<UserData> = {}): UserData => ({
  kind: 'user',
  userId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  serviceId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  others: [],
  balances: balancesOf(1),
  bolts: boltsOf(1),
  outage: null,
  hasUnreadable: false,
  wallets: ['w/1', 'w2'],
  connects: { kind: 'read', rows: [confirm(Date.parse('2026-01-31T12:00:00Z'))] },
  ...fields,
})
const htmlFor = (fields: Partial<UserData>) => htmlOf(<Summary user={user(fields)} />)

describe('summaryOf', () => {
  it('compares the bolts without the errors of doubles', () => {
    const cases: [number[], number[], string, number][] = [
      [[0.3], [0.1, 0.2], 'adds_up', 0],
      [[0.7, 0.1], [0.8], 'adds_up', 0],
      [[0.3], [0.1], 'differs', 0.2],
      [[], [2.5], 'differs', -2.5],
      [[], [], 'nothing', 0],
    ]
    for (const [balances, bolts, verdict, difference] of cases) {
      const summary = summaryOf(user({ balances: balancesOf(...balances), bolts: boltsOf(...bolts) }))
      expect(summary).toMatchObject({ verdict, difference })
    }
  })

  it('does not compare the bolts when a record may be missing', () => {
    for (const fields of [
      { balances: { walk: failed, rows: [] } },
      { bolts: { walk: failed, rows: [] } },
      { balances: { ...balancesOf(1), walk: { ...whole, isWhole: false } } },
      { bolts: { ...boltsOf(1), walk: { ...whole, hasChanged: true } } },
      { hasUnreadable: true },
    ]) {
      expect(summaryOf(user(fields)).verdict, JSON.stringify(fields)).toBe('not_all_read')
    }
  })

  it('adds up the lists that have been read', () => {
    const sums = { currentPoints: 0.2, allTimePoints: 4, bolts: 3.25, earned: null }
    const unread = { walk: failed, rows: [] }
    expect(summaryOf(user({ balances: balancesOf(1.25, 2), bolts: unread })).amounts).toEqual(sums)
    expect(summaryOf(user({ balances: balancesOf() })).amounts).toMatchObject({ bolts: null, earned: 1 })
  })

  it('finds the oldest confirm of all wallets, and the IDs of the users who confirmed', () => {
    const of = (...rows: ConnectRecord[]) => summaryOf(user({ connects: { kind: 'read', rows } }))
    const records = [
      confirm(5, { walletAddress: 'w/1', userId: 'demo:eve' }),
      confirm(4),
      confirm(3),
      confirm(2, { outcome: 'refused', userId: 'demo:mallory' }),
      confirm(1, { walletAddress: 'w3', userId: 'demo:bob' }),
    ]
    expect(of(...records)).toMatchObject({ firstConfirmedAt: 3, loginIds: ['demo:eve', 'demo:ada'] })
    expect(of(...records).name).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(of(confirm(4)).name).toBe('demo:ada')
    expect(of(confirm(1, { outcome: 'wait' }))).toMatchObject({ firstConfirmedAt: null, loginIds: [] })
  })
})

it('Summary of a user by the ID at the login has the confirms of this user, and links to others of the wallets', () => {
  const rows = [
    confirm(5, { userId: 'demo:eve' }),
    confirm(4),
    confirm(3, { walletAddress: 'w3' }),
    confirm(2, { userId: 'demo:bob', walletAddress: 'w9' }),
  ]
  const ofLogin = { userId: 'demo:ada', others: ['other'], connects: { kind: 'read', rows } } as const
  expect(summaryOf(user(ofLogin))).toMatchObject({
    name: 'demo:ada',
    firstConfirmedAt: 3,
    loginIds: ['demo:ada'],
    others: ['other', 'demo:eve'],
  })
  const html = htmlFor(ofLogin)
  for (const path of ['other', 'demo%3Aeve']) expect(html).toContain(`href="/console/users/one?id=${path}"`)
  expect(html).not.toContain('href="/console/users/one?id=demo%3Aada"')
})

it('Summary shows the figures, the verdict and each wallet with its links when all data is known', () => {
  const html = htmlFor({ balances: balancesOf(1254.5), bolts: boltsOf(1254.5) })
  for (const text of ['1,254.5', '0.1', 'Adds up', '2026-01-31 12:00:00 UTC', 'demo:ada', '2 wallets']) {
    expect(textOf(html)).toContain(text)
  }
  expect(html).toContain('href="/console/resources?address=w%2F1"')
  expect(html).toContain('href="https://admin.example.com/users/demo%3Aada" target="_blank"')
  expect(html).toContain('href="https://explorer.example.com/address/w%2F1" target="_blank" rel="noreferrer noopener"')
})

it('Summary says by how much the bolts differ, and in which direction', () => {
  expect(textOf(htmlFor({ balances: balancesOf(3.5) }))).toMatch(/Differs by 2\.5 .*has 2\.5 bolts more than/)
  expect(textOf(htmlFor({ bolts: boltsOf(3.5) }))).toMatch(/Differs by 2\.5 .*has 2\.5 bolts less than/)
})

it('Summary marks unknown figures when parts could not be read', () => {
  const unread = { walk: failed, rows: [] }
  const unknown = { bolts: unread, wallets: [], connects: { kind: 'not_kept', rows: [] } } as const
  const parts = ['Bolts from conversions –', 'Not all was read', 'No wallet known', 'CONNECT_RECORDS=full']
  const text = textOf(htmlFor(unknown))
  for (const part of parts) expect(text).toContain(part)
  // In an outage, a message says so, and nothing looks like a result.
  const inOutage = textOf(htmlFor({ ...unknown, balances: unread, outage: failed.problem }))
  expect(parts.filter((part) => inOutage.includes(part))).toEqual(['CONNECT_RECORDS=full'])
})

it('shortId keeps six characters at each end of a long ID', () => {
  const shortened = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'demo:ada', '😀'.repeat(30)].map(shortId)
  expect(shortened).toEqual(['01ARZ3…9G5FAV', 'demo:ada', `${'😀'.repeat(6)}…${'😀'.repeat(6)}`])
})

const balances = [1, 2].map((position) => ({ ...balance({ wallet_address: `w${position}` }), position }))
const share = { ...breakdownEntry(), conversion_id: 'c', converted_at: '2026-01-31T00:00:00Z', at: 1 }
const walk = { ...whole, readAt: 5, rows: Array(40).fill({}) }
const listed = user({
  balances: { walk, rows: balances },
  bolts: { walk: { ...walk, readAt: 9000 }, rows: [share] },
  connects: { kind: 'read', rows: [] },
})

const path = '/console/users/one'
const listsFor = (fields: Partial<UserData>, searchParams: Record<string, string> = {}) =>
  htmlOf(<UserLists user={{ ...listed, ...fields }} page={{ path, searchParams: { id: 'u', ...searchParams } }} />)
/** The headings after that of the connects. */
const headings = (html: string) => textsOf(html, 'h2').slice(1)
const walletsIn = (html: string) => cellsOf(html).map(([wallet]) => wallet)

it('UserLists shows every row of the user, and says when others may be missing', () => {
  const html = listsFor({})
  expect(headings(html)).toEqual(['Balances', 'Bolts by conversion'])
  expect(walletsIn(html)).toEqual(['w1', 'w2', '31 Jan 2026'])
  expect(html).toContain('href="/console/conversions/one?id=c&amp;at=1"')
  expect(textOf(html)).not.toMatch(/first 40 rows|changed/)
  const cut = { walk: { ...walk, unreadable: 2, isWhole: false, hasChanged: true }, rows: [] }
  expect(textOf(listsFor({ bolts: cut }))).toMatch(
    /2 rows could not be read.*The list changed while it was read.*Only the first 40 rows were read/,
  )
})

it('UserLists leaves out a single balance, which is in the summary, unless others may be missing', () => {
  const rows = balances.slice(0, 1)
  expect(headings(listsFor({ balances: { walk, rows } }))).toEqual(['Bolts by conversion'])
  for (const doubt of [{ isWhole: false }, { hasChanged: true }]) {
    const html = listsFor({ balances: { walk: { ...walk, ...doubt }, rows } })
    expect(headings(html), JSON.stringify(doubt)).toContain('Balances')
  }
})

it('UserLists says that a list has no row of the user only when the whole list was read', () => {
  const textFor = (isWhole: boolean) => {
    const list = { walk: { ...walk, isWhole }, rows: [] }
    return textOf(listsFor({ balances: list, bolts: list }))
  }
  for (const none of ['All 40 balances were searched', 'No bolts in 40 conversions']) {
    expect(textFor(true)).toContain(none)
    expect(textFor(false)).not.toContain(none)
  }
})

it('UserLists shows the problem of a list, and why no connects are known', () => {
  const problem = { kind: 'unauthenticated', message: 'Bad key' } as const
  const balances = { walk: { kind: 'failed', problem }, rows: [] } as const
  const html = listsFor({ balances, connects: { kind: 'not_kept', rows: [] } })
  expect(textsOf(html, '[role="alert"]')).toEqual([expect.stringContaining('Bad key')])
  expect(textOf(html)).toContain('Set CONNECT_RECORDS=full')
  expect(headings(html)).toEqual(['Balances', 'Bolts by conversion'])
})

it('UserLists sorts each table only by its own sort parameter', () => {
  const sorted = (sort: string) => walletsIn(listsFor({}, { sort, order: 'descending' })).slice(0, 2)
  expect(sorted('balances.wallet_address')).toEqual(['w2', 'w1'])
  expect(sorted('bolts.wallet_address')).toEqual(['w1', 'w2'])
})

it('UserAge shows the age of the older list, with a link that reads both lists again', () => {
  const html = htmlOf(<UserAge user={listed} page={{ path, searchParams: { id: 'u' } }} />)
  expect(html).toContain('dateTime="1970-01-01T00:00:00.005Z"')
  expect(html).toContain('href="/console/users/one?id=u&amp;after=9000"')
})
