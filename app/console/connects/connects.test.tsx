import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { attributesOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { List } from '@/components/console/list'
import { readQuery } from '@/lib/console/query'
import type { NewestPage } from '@/lib/console/read-list'
import { sortRows } from '@/lib/console/select'
import type { SearchParams } from '@/lib/console/page-url'
import { parseHtml } from '@/e2e/harness/html'
import { configure } from '@/lib/config/test-support'
import { connectReport } from '@/lib/console/connect-rate'
import type { ConnectRecord, RecordFilter } from '@/lib/records'
import { connectDay, connectRecord } from '@/lib/records/test-support'
import { Figures } from './figures'
import { ConnectFilter, FindConnect, listParts } from './filter'
import { AskedWallet, FoundLinks } from './found'
import { connects, connectsParams, readRecordFilter } from './list'
import { generateMetadata } from './page'

const keep = (detail: 'minimal' | 'full') =>
  configure({
    CONNECT_RECORDS: detail,
    CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
  })
beforeEach(() => keep('full'))

const press = (code: string, changed: Partial<ConnectRecord> = {}) =>
  connectRecord({ id: `id-${code}`, code, requestId: `request-${code}`, ...changed })

const presses = [
  press('C', { at: Date.UTC(2026, 10, 21), userId: 'bo', walletAddress: 'wallet-2' }),
  press('B', { outcome: 'refused', reason: 'request_expired', status: 410, userId: 'ada', isProven: true }),
  press('A', { outcome: 'form_refused', reason: 'invalid_signature', status: null, at: Date.UTC(2026, 10, 19) }),
]

function listOf(asked: SearchParams = {}, found: Partial<NewestPage<ConnectRecord>> = {}) {
  const list = connects()
  const query = readQuery(list, asked)
  const rows = sortRows(list, presses, query)
  const read = { kind: 'newest', rows, nextBefore: undefined, ...found } as const
  return htmlOf(<List list={list} read={read} query={query} searchParams={connectsParams(query)} parts={listParts} />)
}

const linksOf = (html: string, words: string) =>
  parseHtml(html)
    .querySelectorAll('a')
    .filter((link) => link.text === words || link.getAttribute('aria-label') === words)
    .map((link) => link.getAttribute('href')?.replaceAll('&amp;', '&'))

const positionOf = (html: string) => parseHtml(html).querySelectorAll('p').at(-1)?.text

describe('the list of connects', () => {
  it('shows the number of connects with the filter, and whether more follow', () => {
    const expectPosition = (asked: SearchParams, found: Partial<NewestPage<ConnectRecord>>, words: string) =>
      expect(positionOf(listOf(asked, found))?.replaceAll("'", '’')).toMatch(new RegExp(`^${words}`))
    const onDay = { day: '2026-11-20' }
    const refused = { ...onDay, outcome: 'refused', reason: 'no_answer' } as const
    expectPosition({}, {}, '3 connects')
    expectPosition(onDay, { rows: [press('A')] }, '1 connect on 2026-11-20')
    expectPosition(refused, { rows: [] }, 'No connects on 2026-11-20: Refused, No answer')
    expectPosition({}, { nextBefore: '3-0' }, '3 connects · more under Older')
    const cut = { nextBefore: '3-0', isCut: true }
    expectPosition({ wallet: '7xKX' }, cut, '3 connects: 7xKX · older ones aren’t searched')
  })

  it('shows what to tell the user in the details of a connect', () => {
    expect(textOf(parseHtml(listOf()).querySelector('details')?.outerHTML ?? '')).toMatch(
      /Tell the user Subnet Rewards has confirmed your wallet\..* request-C .* 120 ms/,
    )
  })

  it('links the user and the wallet of a connect to their pages, and to those that the operator has configured', () => {
    expect(linksOf(listOf(), 'bo')).toEqual(['/console/users/one?id=bo'])
    expect(linksOf(listOf(), 'wallet-2')).toEqual(['/console/resources?address=wallet-2'])
    expect(attributesOf(listOf(), 'details a[target="_blank"]')).toEqual([
      'https://admin.example.com/users/bo',
      'https://explorer.example.com/address/wallet-2',
      'https://admin.example.com/users/ada',
    ])
  })

  it('explains why the list is empty, with and without a filter', () => {
    expect(textOf(listOf({ day: '2026-11-20' }, { rows: [] }))).toContain('No connect fits this filter')
    expect(textOf(listOf({}, { rows: [] }))).toContain('No connects yet')
  })
})

describe('ConnectFilter', () => {
  const sort = { key: 'code', direction: 'ascending' } as const
  const htmlFor = (filter: RecordFilter, wrongDay = '') =>
    htmlOf(<ConnectFilter query={{ filter, sort }} reasons={['no_answer']} wrongDay={wrongDay} />)
  const chosenIn = (html: string) =>
    parseHtml(html)
      .querySelectorAll('option[selected]')
      .map((option) => [option.getAttribute('value'), option.text])

  it('shows the filter in its fields, and removes one part, when its reason no longer occurs', () => {
    const filter = { outcome: 'refused', reason: 'something_new', day: '2026-11-20' } as const
    const html = htmlFor(filter)
    expect(chosenIn(html).map(([value]) => value)).toEqual(['refused', 'something_new'])
    const valueOf = (name: string) => parseHtml(html).querySelector(`[name="${name}"]`)?.getAttribute('value')
    expect([valueOf('day'), valueOf('sort')]).toEqual(['2026-11-20', 'code'])
    expect(html).toContain('name="wallet"')
    keep('minimal')
    expect(htmlFor(filter)).not.toContain('name="wallet"')
    expect(linksOf(html, 'Remove the filter Refused')).toEqual([
      '/console/connects?reason=something_new&day=2026-11-20&sort=code&order=ascending',
    ])
    expect(linksOf(html, 'Remove the filter 2026-11-20')).toEqual([
      '/console/connects?outcome=refused&reason=something_new&sort=code&order=ascending',
    ])
  })

  it('is open, keeps the input and says what is wrong when the day is not a date', () => {
    const html = htmlFor(readRecordFilter({ day: '31.1.2026' }), '31.1.2026')
    expect(attributesOf(html, '[name="day"][aria-invalid="true"]', 'value')).toEqual(['31.1.2026'])
    expect(textsOf(html, '[role="alert"]')).toEqual(['“31.1.2026” isn’t a date. Enter it like 2026-01-31.'])
    expect(htmlFor(readRecordFilter({ day: ' 2026-01-31 ' }))).toContain('value="2026-01-31"')
  })

  it('groups the reasons of other steps by step, and removes a reason together with its step', () => {
    const html = htmlFor({ outcome: 'wallet_failed', reason: 'declined' })
    expect(attributesOf(html, 'optgroup', 'label').join(', ')).toBe(
      'Refused, Link opened, Sign-in failed, Wallet problem, Form not accepted',
    )
    expect(chosenIn(html)).toEqual([
      ['wallet_failed', 'Wallet problem'],
      ['wallet_failed.declined', 'Declined in the wallet'],
    ])
    const values = attributesOf(html, 'optgroup option', 'value')
    expect(new Set(values).size).toBe(values.length)
    expect(linksOf(html, 'Remove the filter Wallet problem')).toEqual(['/console/connects?sort=code&order=ascending'])
    expect(linksOf(html, 'Remove the filter Declined in the wallet')).toEqual([
      '/console/connects?outcome=wallet_failed&sort=code&order=ascending',
    ])
  })
})

it('AskedWallet says whether an account has the wallet, or why that is unknown', () => {
  const textFor = (result: ComponentProps<typeof AskedWallet>['result']) =>
    textOf(htmlOf(<AskedWallet walletAddress="w1" result={result} />))
  const failed = (kind: 'wallet_not_found' | 'forbidden') =>
    textFor({ kind: 'failed', problem: { kind, message: null } })
  expect(textFor({ kind: 'read', data: {} })).toMatch(/^An account at Subnet Rewards has w1 .*doesn’t prove/)
  expect(failed('wallet_not_found')).toMatch(/^No account at Subnet Rewards has w1 .*press Connect again/)
  expect(failed('forbidden')).toContain('The API key isn’t allowed to do this')
})

it('the title of the page has its tab and filter, and says when it has older connects', async () => {
  const titleOf = async (query: SearchParams) =>
    (await generateMetadata({ searchParams: Promise.resolve(query), params: Promise.resolve({}) })).title
  expect(await titleOf({ tab: 'figures' })).toBe('Connects, Figures')
  expect(await titleOf({ day: '2026-11-20', before: '1-0' })).toBe('Connects, 2026-11-20, older')
  expect(await titleOf({ find: 'CODE', tab: 'figures' })).toBe('Connects, CODE')
  for (const day of ['31.1.2026', '2026-02-30', '2026-01-01..2026-13-01'])
    expect(await titleOf({ day }), day).toBe('Error: Connects')
  expect(await titleOf({ day: '' })).toBe('Connects')
})

it('FindConnect is a search landmark, and its field must not be empty', () => {
  keep('minimal')
  const search = parseHtml(htmlOf(<FindConnect find="B" />)).querySelector('[role="search"]')
  expect(search?.getAttribute('aria-label')).toBe('Find a connect')
  expect(search?.querySelector('input[type="search"][required]')?.getAttribute('value')).toBe('B')
  expect(search?.querySelector('label')?.text).toBe('Code or request ID')
})

describe('FoundLinks', () => {
  const foundOf = (records: ConnectRecord[], find = 'B') => htmlOf(<FoundLinks records={records} find={find} />)

  it('leads to no page that may not exist when it finds nothing', () => {
    const html = foundOf([], 'site/ada')
    expect(textOf(html)).toContain('Nothing with this code or ID')
    expect(html).not.toContain('href')
  })

  it('shows each detail of a link once, and its steps with exact times', () => {
    const html = foundOf([
      press('B', {
        requestId: 'one',
        isProven: true,
        reason: 'unknown',
        at: Date.UTC(2026, 10, 20, 12, 0, 5),
        walletAddress: 'wallet-1',
        language: 'de',
      }),
      press('A', { requestId: 'one', outcome: 'arrived', at: Date.UTC(2026, 10, 20, 12), userId: 'ada' }),
    ])
    expect(textsOf(html, 'dt').join()).toBe(
      'Time,User ID,Wallet address,Request,Language,Status,Took,Calls,Proven,In the log',
    )
    expect(textsOf(html, 'ol > li')).toEqual([
      'Link opened 2026-11-20 12:00:00 UTC A',
      'Signed',
      'Confirmed: Unknown reason 2026-11-20 12:00:05 UTC B',
    ])
  })

  it('says what to tell the user as a quote to copy, in the language of the user and in English', () => {
    const quoteOf = (changed: Partial<ConnectRecord>) => {
      const article = parseHtml(foundOf([press('B', changed)])).querySelector('article')
      const quote = article?.querySelector('blockquote')
      return { lang: quote?.getAttribute('lang'), text: textOf(String(quote)), all: textOf(String(article)) }
    }
    const refused = { outcome: 'refused', reason: 'request_expired' } as const
    expect(quoteOf(refused).text).toMatch(/^Links work for 30 minutes, and this one is older\./)
    expect(quoteOf(refused).all).toContain('Copy')
    const german = quoteOf({ ...refused, language: 'de' })
    expect(german).toMatchObject({ lang: 'de', text: expect.stringMatching(/^\D+ abgelaufen .*Profilseite/) })
    expect(german.all).toContain('Tell the user (German)')
    expect(german.all).toContain('Meaning: Links work for 30 minutes')
    for (const changed of [
      { outcome: 'refused', reason: 'something_new' },
      { outcome: 'wait', reason: 'queue' },
      { outcome: 'wallet_failed', reason: 'locked' },
      { outcome: 'wallet_failed', reason: 'not_chosen' },
      { outcome: 'sign_in_failed', reason: 'too_often' },
      { outcome: 'form_refused', reason: 'invalid_signature' },
      { outcome: 'confirmed' },
      { outcome: 'cancelled' },
    ] as const)
      expect(quoteOf({ ...changed, language: 'ar' }).text, JSON.stringify(changed)).not.toBe('')
    // The page says to contact the operator.
    expect(quoteOf({ outcome: 'refused', reason: 'not_authorized', language: 'de' }).lang).toBeUndefined()
    // This language is no longer in the skin.
    expect(quoteOf({ ...refused, language: 'eo' }).lang).toBeUndefined()
  })

  it('asks whether an account has the wallet, when the service may have confirmed it', () => {
    const asked = (changed: Partial<ConnectRecord>) =>
      parseHtml(foundOf([press('B', changed)]))
        .querySelectorAll('form[action="/console/connects"] input')
        .map((input) => [input.getAttribute('name'), input.getAttribute('value')].join('='))
    expect(asked({ walletAddress: 'wallet-1' })).toEqual(['find=B', 'ask=wallet-1'])
    expect(asked({ outcome: 'refused', reason: 'no_answer' })).toEqual(['find=B', 'ask='])
    expect(asked({ outcome: 'refused', reason: 'request_expired' })).toEqual([])
  })

  it('groups alternating steps by link, the newest first, each under its newest press or else its newest step', () => {
    const steps = [
      ['one', 'cancelled'],
      ['two', 'form_refused'],
      ['one', 'refused', 1],
      ['two', 'wait', 0],
      ['one', 'confirmed', 1],
      ['three', 'form_refused'],
      ['three', 'arrived'],
    ] as const
    const html = foundOf(
      steps.map(([requestId, outcome, attempts], index) => {
        const { attempts: _, ...record } = press(`${index}`, { requestId, outcome })
        return attempts === undefined ? record : { ...record, attempts }
      }),
    )
    expect(textsOf(html, 'h3')).toEqual(['Refused', 'Had to wait', 'Form not accepted'])
    const codes = parseHtml(html)
      .querySelectorAll('article')
      .map((link) => textsOf(link.outerHTML, 'ol .font-mono'))
    expect(codes.map((each) => each.join(' '))).toEqual(['4 2 0', '3 1', '6 5'])
  })
})

it('Figures of 30 days show the steps to a confirm, and the rates by wallet and by language', () => {
  const counts = { presses: 4, confirmed: 3 }
  const days = [
    connectDay({
      confirmed: 3,
      refused: 1,
      reasons: { no_answer: 1 },
      steps: { arrived: 1200, signed_in: 900 },
      ways: { deep_link: counts },
      languages: { 'pt-BR': counts, 'no tag': counts },
    }),
  ]
  const html = htmlOf(<Figures report={connectReport(days)} />)
  const lengthsIn = (html: string) =>
    attributesOf(html, 'rect.fill-accent', 'width').map((width = '') => Math.round(Number.parseFloat(width)))
  const lengths = lengthsIn(html)
  expect(lengths.map((length, index) => `${textsOf(html, 'li:has(svg)')[index]}: ${length}`)).toEqual([
    'Link opened 1,200 · 100%: 100',
    'Signed in 900 · 75%: 75',
    'Pressed Connect 4 · 0%: 0',
    'Confirmed 3 · 0%: 0',
    'An app on the phone (deep links) 3 of 4 · 75%: 75',
    'Brazilian Portuguese 3 of 4 · 75%: 75',
    'no tag 3 of 4 · 75%: 75',
  ])
  expect(lengthsIn(htmlOf(<Figures report={connectReport([])} />))).toEqual([0, 0, 0, 0])
  expect(linksOf(html, 'No answer')).toEqual(['/console/connects?outcome=refused&reason=no_answer'])
})

it('Figures of one day show its rate, and link each reason to the connects of that day', () => {
  const reasons = { no_answer: 2, server_error: 1, request_expired: 4, unknown: 1 }
  const report = connectReport([connectDay({ day: '2026-11-20', confirmed: 8, refused: 8, reasons })])
  const html = htmlOf(<Figures report={report} day="2026-11-20" />)
  expect(textOf(html)).toMatch(/^Why connects failed, 2026-11-20 \(UTC\) .* Success rate 2026-11-20 8 of 16 · 50% /)
  expect(linksOf(html, 'No answer')).toEqual(['/console/connects?outcome=refused&reason=no_answer&day=2026-11-20'])
  expect(linksOf(html, 'Last 30 days')).toEqual(['/console/connects?tab=figures'])
})
