import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import * as auditing from '@/lib/audit'
import { configure, testLabels } from '@/lib/config/test-support'
import { ServiceTransportError, type Listed } from '@/lib/service'
import type { CsvColumn } from './csv'
import { exportResponse, type Export, type ExportTexts } from './export'
import type { ExportPart } from './export-parts'

interface Row {
  name: string
  amount: number
}

interface Asked {
  operator?: ReturnType<typeof someOperator>
  init?: RequestInit | undefined
}

const columns: CsvColumn<Row>[] = [
  { name: 'name', value: (row) => row.name },
  { name: 'amount', value: (row) => row.amount },
]

const texts: ExportTexts = {
  fromElsewhere: 'Another site led here.',
  underWay: 'Another one is under way.',
  unknownFormat: 'No such format.',
  failed: (kind) => (kind === 'unreachable' ? 'could not be reached' : kind),
  unreadable: (count) => `unreadable: ${count}`,
  changed: ({ firstTotal, lastTotal }) => `changed: ${firstTotal} to ${lastTotal}`,

  listCut: (limit) => `cut at ${limit}`,
  brokeOff: (count) => `broke off after ${count}`,
}

/** An operator who has no export under way. */
const someOperator = () => ({ id: crypto.randomUUID(), name: 'Olga' })

const respond = (
  format: string,
  rows: Export<Row>['rows'],
  { operator = someOperator(), init, ...change }: Partial<Export<Row>> & Asked = {},
) => {
  const request = new Request(`https://app.example/console/rows/export?format=${format}`, init)
  return exportResponse<Row>(request, operator, { name: 'rows', columns, rows, texts, ...change })
}

/**
 * Yields `rows` rows, or endless rows by default. `seen` has the number of taken rows, whether the generator has ended,
 * and its signal.
 */
function source(options: { rows?: number; failAt?: number } = {}) {
  const seen = { taken: 0, isLeft: false, signal: undefined as AbortSignal | undefined }
  async function* rows(signal: AbortSignal | undefined): AsyncGenerator<ExportPart<Row>, void, undefined> {
    seen.signal = signal
    try {
      for (let number = 0; number < (options.rows ?? Infinity); number += 1) {
        if (number === options.failAt) throw new ServiceTransportError('listBalances', 'ECONNRESET')
        seen.taken += 1
        yield { kind: 'rows', rows: [{ name: `row "${number}"`, amount: -number }] }
      }
    } finally {
      seen.isLeft = true
    }
  }
  const response = (format: string, operator = someOperator(), init?: RequestInit) =>
    respond(format, (_access, { signal }) => rows(signal), { operator, init })
  return { seen, rows, response }
}

let audited: MockInstance<typeof auditing.audit>

beforeEach(() => {
  configure({ SUBNET_ID: testLabels.subnet_id })
  audited = vi.spyOn(auditing, 'audit').mockReturnValue()
  vi.useFakeTimers({ now: new Date('2026-01-31T23:59:59Z'), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('exportResponse: the file', () => {
  it('has a byte order mark, a header row and every row when the format is CSV', async () => {
    const response = await source({ rows: 2 }).response('csv')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="staging-rows-01GP9XF4P15QXKPT7JYSGDJHJ3-2026-01-31.csv"',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe('name,amount\r\n"row ""0""",0\r\n"row ""1""",-1\r\n')
  })

  it('has every row unchanged and no byte order mark when the format is JSON', async () => {
    const response = await source({ rows: 2 }).response('json')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('rows-01GP9XF4P15QXKPT7JYSGDJHJ3-2026-01-31.json')
    const text = await response.text()
    expect(text.startsWith('[')).toBe(true)
    expect(JSON.parse(text)).toEqual([
      { name: 'row "0"', amount: -0 + 0 },
      { name: 'row "1"', amount: -1 },
    ])
  })

  it('has only a header, or is an empty list, when there are no rows', async () => {
    expect(await (await source({ rows: 0 }).response('csv')).text()).toBe('name,amount\r\n')
    expect(await (await source({ rows: 0 }).response('json')).text()).toBe('[]\n')
  })

  it('arrives in chunks of many rows when it has 10,000 rows', async () => {
    const chunks: Uint8Array[] = []
    const response = await source({ rows: 10_000 }).response('csv')
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    expect(chunks.length).toBeLessThan(20)
    expect(Buffer.concat(chunks).toString().split('\r\n')).toHaveLength(10_002)
  })

  it.each([
    ['csv', 'name,amount\r\na,1\r\n'],
    ['json', '[\n{"name":"a","amount":1}\n]\n'],
  ])('begins before a pause of the walk and does not change when the format is %s', async (format, text) => {
    let resume = () => {}
    const paused = new Promise<void>((resolve) => (resume = resolve))
    const response = await respond(format, async function* () {
      yield { kind: 'pause', seconds: 60 }
      await paused
      yield { kind: 'rows', rows: [{ name: 'a', amount: 1 }] }
    })
    expect(response.status).toBe(200)
    resume()
    expect(await response.text()).toBe(text)
  })
})

describe('exportResponse: the remarks', () => {
  const unreadable = { unreadable: '{"name":null,"amount":1.50}', path: 'name' }
  const rows: Listed<Row>[] = [{ name: 'a', amount: 1 }, unreadable, { name: 'b', amount: 2 }]
  const change = { kind: 'changed', records: 3, unreadable: 1, repeated: 0, maybeMissing: 0 } as const

  const changedEnd = { kind: 'end', summary: { ...change, firstTotal: 3, lastTotal: 4 } } as const

  async function exported(format: string, parts: ExportPart<Row>[]) {
    const response = await respond(format, async function* () {
      yield* parts
    })
    return response.text()
  }

  it('follow the rows, where an unreadable one keeps its place, when the format is CSV', async () => {
    expect(await exported('csv', [{ kind: 'rows', rows }, changedEnd])).toBe(
      'name,amount\r\na,1\r\n,,"{""name"":null,""amount"":1.50}"\r\nb,2\r\nunreadable: 1\r\nchanged: 3 to 4\r\n',
    )
  })

  it('follow the rows, where an unreadable one keeps its place, when the format is JSON', async () => {
    const text = await exported('json', [{ kind: 'rows', rows }, changedEnd])
    expect(text).toContain('{"unreadable":{"name":null,"amount":1.50}}')
    expect(JSON.parse(text)).toEqual([
      rows[0],
      { unreadable: { name: null, amount: 1.5 } },
      rows[2],
      { remark: 'unreadable: 1' },
      { remark: 'changed: 3 to 4' },
    ])
  })

  it('state the limit only when the service lists only the first rows, and are absent after a complete walk', async () => {
    const part = { kind: 'rows', rows: rows.slice(0, 1), cutAt: 100 } as const
    const end = { kind: 'end', summary: { kind: 'complete', records: 1, unreadable: 0 } } as const
    expect(await exported('csv', [part])).toBe('name,amount\r\na,1\r\ncut at 100\r\n')
    expect(await exported('csv', [{ ...part, cutAt: undefined }, end])).toBe('name,amount\r\na,1\r\n')
  })
})

describe('exportResponse: the audit', () => {
  it('records the operator, the name and the format when the export has its first row', async () => {
    const operator = someOperator()
    await (await source({ rows: 2 }).response('csv', operator)).text()
    expect(audited).toHaveBeenCalledExactlyOnceWith(operator, { action: 'export', what: 'rows', format: 'csv' })
  })

  it('records the user in a separate field when the data is about one user', async () => {
    const ofAda = { name: 'rows-of-ada', what: 'rows-of-user', about: 'ada' }
    const response = await respond('json', () => source({ rows: 1 }).rows(undefined), ofAda)
    expect(response.headers.get('content-disposition')).toContain('rows-of-ada')
    const act = { action: 'export', what: 'rows-of-user', about: 'ada', format: 'json' }
    expect(audited).toHaveBeenCalledExactlyOnceWith(expect.anything(), act)
  })

  it('records nothing when the service fails before the first row or the app refuses the request', async () => {
    await source({ failAt: 0 }).response('csv')
    await source().response('xlsx')
    await source().response('csv', someOperator(), { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(audited).not.toHaveBeenCalled()
  })
})

describe('exportResponse: a refusal', () => {
  it('has status 400 and reads no row when the format is unknown', async () => {
    for (const format of ['', 'xlsx', 'CSV']) {
      const { seen, response } = source()
      expect((await response(format)).status).toBe(400)
      expect(seen.taken).toBe(0)
    }
  })

  it('has status 403 and reads no row when another site led to the export', async () => {
    for (const [site = '', status] of [
      ['none', 200],
      ['same-origin', 200],
      ['same-site', 403],
      ['cross-site', 403],
    ] as const) {
      const { seen, response } = source()
      const answer = await response('csv', someOperator(), { headers: { 'Sec-Fetch-Site': site } })
      expect(answer.status, site).toBe(status)
      if (status === 403) expect([await answer.text(), seen.taken]).toEqual([`${texts.fromElsewhere}\n`, 0])
      else await answer.body?.cancel()
    }
  })
})

describe('exportResponse: two exports of an operator', () => {
  it('refuses the second one, but not one of another operator, until the first one has ended', async () => {
    const operator = someOperator()
    const first = await source({ rows: 3 }).response('csv', operator)
    const { seen, response } = source()
    const second = await response('json', operator)
    expect([second.status, await second.text()]).toEqual([409, `${texts.underWay}\n`])
    expect(seen.taken).toBe(0)
    expect((await source({ rows: 1 }).response('csv')).status).toBe(200)

    await first.text()
    expect((await source({ rows: 1 }).response('csv', operator)).status).toBe(200)
  })

  const disconnected = new AbortController()
  it.each<[string, () => ReturnType<typeof source>, (first: Response) => unknown, RequestInit?]>([
    ['was cancelled', source, (first) => first.body?.cancel()],
    ['broke off', () => source({ failAt: 5000 }), (first) => first.text().catch(() => {})],
    ['failed before the first row', () => source({ failAt: 0 }), () => {}],
    ['lost its connection before the first row', source, () => disconnected.abort(), { signal: disconnected.signal }],
  ])('sends the second one when the first one %s', async (_how, first, end, init) => {
    const operator = someOperator()
    await end(await first().response('csv', operator, init))
    await vi.waitFor(async () => expect((await source({ rows: 1 }).response('csv', operator)).status).toBe(200), 10_000)
  })
})

describe('exportResponse: a failure', () => {
  it('has status 502 and a text when it comes before the first row', async () => {
    for (const format of ['csv', 'json']) {
      const response = await source({ failAt: 0 }).response(format)
      expect(response.status).toBe(502)
      expect(response.headers.has('content-disposition')).toBe(false)
      expect(await response.text()).toContain('could not be reached')
    }
  })

  it('breaks the download off after a last row that says so when it comes after the first row', async () => {
    for (const [format, lastRow] of [
      ['csv', 'broke off after 5000\r\n'],
      ['json', '{"remark":"broke off after 5000"}'],
    ] as const) {
      const response = await source({ failAt: 5000 }).response(format)
      expect(response.status).toBe(200)
      let text = ''
      const read = async () => {
        for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
      }
      await expect(read()).rejects.toThrow('broke off')
      expect(text.endsWith(`\n${lastRow}`), format).toBe(true)
      expect(text.split('\n').filter((line) => line.includes('row'))).toHaveLength(5000)
    }
  })
})

it('exportResponse takes no more rows when the browser stops reading, and aborts its call when the browser disconnects', async () => {
  const { seen, response } = source()
  const reader = (await response('csv')).body?.getReader()
  expect(seen.taken).toBe(1)
  await reader?.read()
  const afterOne = seen.taken
  expect(afterOne).toBeLessThan(5000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(seen.taken).toBe(afterOne)
  expect(seen).toMatchObject({ isLeft: false, signal: { aborted: false } })
  await reader?.cancel()
  expect(seen).toMatchObject({ isLeft: true, signal: { aborted: true } })
})
