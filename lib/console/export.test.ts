import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import * as auditing from '@/lib/records/audit'
import * as users from '@/lib/auth/user'
import { configure, testLabels } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { succeeded, type Listed } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import '@/lib/skin/test-support'
import { StoreUnavailableError } from '@/lib/store'
import { exportResponse, listExport, type Export } from './export'
import type { ExportPart } from './export-parts'
import { rows as list, unreachable as error, type Row } from './test-support'

const columns = [
  { name: 'id', value: (row: Row) => row.id },
  { name: 'points', value: (row: Row) => Number(row.points) },
]
const row = (number: number): Row => ({ id: `row "${number}"`, points: number })
const head = 'id,points\r\n'
const cells = (number: number) => `"row ""${number}""",${number}\r\n`
const act = (what: string, about: string) => ({ action: 'export', what, about })
const linesOf = async (response: Response) => (await response.text()).split('\r\n')
const text = (...given: Parameters<ReturnType<typeof consoleTexts>>) => consoleTexts()(...given)

let signedIn: Awaited<ReturnType<typeof users.requireViewer>>
let audited: MockInstance<typeof auditing.audit>
const logged = useLog()

/** Responds to an operator, who has no export under way unless the same one has begun another. */
const respond = (
  parts: Export<Row>['parts'],
  init?: RequestInit,
  change: Partial<Parameters<typeof exportResponse<Row>>[1]> = {},
) =>
  exportResponse<Row>(new Request('https://app.example/console/rows/export', init), {
    name: 'rows',
    columns,
    parts,
    ...change,
  })

const responseOf = (...parts: ExportPart<Row>[]) =>
  respond(async function* () {
    yield* parts
  })

/** Yields rows one by one, without an end by default. `seen` has the number of taken rows, and whether it has ended. */
function source({ rows = Infinity, failAt = Infinity } = {}) {
  const seen = { taken: 0, isLeft: false }
  async function* parts(): AsyncGenerator<ExportPart<Row>> {
    try {
      for (let number = 0; number < rows; number += 1) {
        if (number === failAt) return yield { kind: 'failed', error }
        seen.taken += 1
        yield { kind: 'rows', rows: [row(number)] }
      }
    } finally {
      seen.isLeft = true
    }
  }
  return { seen, respond: (init?: RequestInit) => respond(parts, init) }
}

beforeEach(() => {
  configure({ SUBNET_ID: testLabels.subnet_id })
  signedIn = { id: crypto.randomUUID(), name: 'Olga', isOperator: true, isViewer: false }
  vi.spyOn(users, 'requireViewer').mockImplementation(async () => signedIn)
  audited = vi.spyOn(auditing, 'audit').mockReturnValue()
  vi.useFakeTimers({ now: new Date('2026-01-31T23:59:59Z'), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('exportResponse: the file', () => {
  it('has a byte order mark, a header row and every row', async () => {
    const response = await source({ rows: 2 }).respond()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="staging-rows-01GP9XF4P15QXKPT7JYSGDJHJ3-2026-01-31.csv"',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString()).toBe(`\ufeff${head}${cells(0)}${cells(1)}`)
    expect(await (await responseOf()).text()).toBe(head)
  })

  it('begins before a pause of the walk, which the log reports', async () => {
    let resume = () => {}
    const paused = new Promise<void>((resolve) => (resume = resolve))
    const response = await respond(async function* () {
      yield { kind: 'pause', seconds: 60 }
      await paused
      yield { kind: 'rows', rows: [row(1)] }
    })
    const reader = response.body?.getReader()
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(await next()).toBe(`\ufeff${head}`)
    resume()
    expect(await next()).toBe(cells(1))
    expect(logged).toEqual([{ event: 'export pause', name: 'rows', waitMs: 60_000 }])
  })

  it('ends with the remarks after all rows', async () => {
    const changed = { kind: 'end', hasChanged: true } as const
    const response = await responseOf({ kind: 'rows', rows: [row(1)], unreadable: 1, cutAt: 100 }, changed)
    expect((await linesOf(response)).slice(2)).toEqual([
      `"${text('shared.unreadable', { count: 1 })}"`,
      `"${text('shared.exports.changed')}"`,
      `"${text('shared.exports.listCut', { limit: 100 })}"`,
      '',
    ])
    const complete = { kind: 'end', hasChanged: false } as const
    expect(await (await responseOf({ kind: 'rows', rows: [row(1)] }, complete)).text()).toBe(head + cells(1))
  })
})

describe('exportResponse: who and what', () => {
  const withoutFile = () =>
    listExport({ ...list, refusal: () => 'resources.lookup.missing' })(new Request('https://app.example/'))
  const respondFrom = (headers: Record<string, string>) => source().respond({ headers })
  const fromSignIn = { Referer: 'http://localhost/signin?a' }
  const respondWith = (error: Error) =>
    respond(() => {
      throw error
    })

  it('records the operator, the name and the person that the data is about when an export begins', async () => {
    await (await respond(async function* () {}, {}, { name: 'rows-of-ada', what: 'rows-of-user', about: 'ada' })).text()
    expect(audited).toHaveBeenCalledExactlyOnceWith(signedIn, act('rows-of-user', 'ada'))
  })

  it.each<[string, number, string, () => Promise<Response>]>([
    ['a HEAD', 405, '', () => source().respond({ method: 'HEAD' })],
    ['a viewer', 403, 'shared.operatorsOnly', () => ((signedIn.isOperator = false), source().respond())],
    ['another site', 403, 'shared.fromElsewhere', () => respondFrom({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a sibling of this site', 403, 'shared.fromElsewhere', () => respondFrom({ 'Sec-Fetch-Site': 'same-site' })],
    ['the sign-in page', 403, 'shared.fromElsewhere', () => respondFrom(fromSignIn)],
    ['a query without a file', 400, 'resources.lookup.missing', withoutFile],
    ['a failure of the service', 502, 'problems.unreachable.title', () => source({ failAt: 0 }).respond()],
    ['a store that is away', 503, 'shared.storeAway', () => respondWith(new StoreUnavailableError('away'))],
  ])('responds to %s with %i and the reason, and records nothing', async (_, status, key, ask) => {
    const response = await ask()
    expect(response.status).toBe(status)
    expect(response.headers.has('content-disposition')).toBe(false)
    if (key) expect(await response.text()).toContain(text(key as 'shared.storeAway'))
    expect(audited).not.toHaveBeenCalled()
  })

  it('passes on what the sign-in throws, and a mistake of this app', async () => {
    await expect(respondWith(new TypeError('A mistake.'))).rejects.toThrow('A mistake.')
    vi.spyOn(users, 'requireViewer').mockRejectedValue(new Error('NEXT_REDIRECT'))
    await expect(source().respond()).rejects.toThrow('NEXT_REDIRECT')
  })
})

describe('exportResponse: two exports of an operator', () => {
  it('refuses the second one, but not one of another operator, until the first one has ended', async () => {
    const first = await source({ rows: 3 }).respond()
    const { seen, respond: again } = source({ rows: 1 })
    const second = await again()
    expect([second.status, await second.text(), seen.taken]).toEqual([409, `${text('shared.exports.underWay')}\n`, 0])
    const operator = signedIn
    signedIn = { ...operator, id: crypto.randomUUID() }
    expect((await again()).status).toBe(200)
    signedIn = operator
    await first.text()
    expect((await again()).status).toBe(200)
  })

  const before = new AbortController()
  const after = new AbortController()
  /** Loses its connection while it waits for its first row. */
  const lost: Export<Row>['parts'] = async function* (_access, { signal }) {
    queueMicrotask(() => before.abort())
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    yield { kind: 'rows', rows: [] }
  }
  it.each<[string, () => Promise<Response>, (first: Response) => unknown]>([
    ['was cancelled before its first byte', () => source().respond(), (first) => first.body?.cancel()],
    ['broke off', () => source({ failAt: 50 }).respond(), (first) => first.text().catch(() => {})],
    ['failed before the first row', () => source({ failAt: 0 }).respond(), () => {}],
    ['lost its connection, and nobody reads it', () => source().respond({ signal: after.signal }), () => after.abort()],
    [
      'lost its connection before the first row',
      () => respond(lost, { signal: before.signal }),
      (first) => expect(first.status).toBe(499),
    ],
  ])('sends the second one when the first one %s', async (_, begin, end) => {
    await end(await begin())
    await vi.waitFor(async () => {
      const second = await source({ rows: 1 }).respond()
      await second.text()
      expect(second.status).toBe(200)
    }, 10_000)
  })
})

it('exportResponse breaks the download off after a last row that says so when the service fails later', async () => {
  const response = await source({ failAt: 50 }).respond()
  let file = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) file += new TextDecoder().decode(chunk)
  }
  await expect(read()).rejects.toThrow('The export broke off: unreachable.')
  expect(file.split('\r\n')).toHaveLength(53)
  expect(file.endsWith(`\n"${text('shared.exports.brokeOff', { count: 50 })}"\r\n`)).toBe(true)
  expect(logged).toEqual([expect.objectContaining({ event: 'service problem' })])
})

it('exportResponse takes rows only as the browser reads them, and ends the walk without a problem when it disconnects', async () => {
  const abortController = new AbortController()
  const { seen, respond: begin } = source()
  const reader = (await begin({ signal: abortController.signal })).body?.getReader()
  for (const taken of [1, 2, 3]) {
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(seen).toEqual({ taken, isLeft: false })
  }
  abortController.abort()
  await vi.waitFor(() => expect(seen.isLeft).toBe(true), 10_000)
  expect(logged).toEqual([])
})

describe('listExport', () => {
  const found = [[{ id: '01ABC', points: 1 }, { id: 'other' }], [{ id: '01ABD', note: 'flagged' }]] as Listed<Row>[][]
  const walk = async function* () {
    yield { kind: 'pause', seconds: 1 } as const
    for (const items of found)
      yield { kind: 'page', page: { items, unreadable: 0, page: 1, limit: 2, total: 3 } } as const
  }
  const paged: typeof list = { ...list, source: { kind: 'paged', page: async () => ({}) as never, walk } }
  const get = (url: string, of = paged) =>
    listExport(of)(new Request(`https://app.example/console/balances/export${url}`))

  it('exports all rows after a pause, or those that match the text to find, which the audit then records', async () => {
    const [head, abc, abd] = [list.file.join(','), '01ABC,1,,,false,', '01ABD,,,,true,flagged']
    expect(await linesOf(await get(''))).toEqual([head, abc, 'other,,,,false,', abd, ''])
    expect(logged).toEqual([{ event: 'export pause', name: 'balances', waitMs: 1000 }])
    const response = await get('?find=01ab')
    expect(response.headers.get('content-disposition')).toContain('staging-found-balances-')
    expect(await linesOf(response)).toEqual([head, abc, abd, ''])
    expect(audited).toHaveBeenLastCalledWith(signedIn, act('balances', '01ab'))
  })

  it('exports a list that comes in one call, with the name and the person of its filter, and entries of this app', async () => {
    const read = async () => succeeded({ rows: [{ id: 'a' }], cutAt: 1 })
    const named: typeof list = { ...list, fileName: () => 'stuck-rows', about: () => 'ada' }
    const response = await get('', { ...named, source: { kind: 'whole', read } })
    expect(response.headers.get('content-disposition')).toContain('staging-stuck-rows-')
    const cut = `"${text('shared.exports.listCut', { limit: 1 })}"`
    expect(await linesOf(response)).toEqual([list.file.join(','), 'a,,,,false,', cut, ''])
    expect(audited).toHaveBeenCalledWith(signedIn, act('stuck-rows', 'ada'))
    const all = async function* () {
      yield* [[{ id: 'b' }], [{ id: 'a' }]]
    }
    const newest: typeof list = { ...list, source: { kind: 'newest', page: async () => ({}) as never, all } }
    expect(await linesOf(await get('', newest))).toEqual([list.file.join(','), 'b,,,,false,', 'a,,,,false,', ''])
  })
})
