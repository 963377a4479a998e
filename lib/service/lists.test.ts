import { describe, expect, it } from 'vitest'
import { orThrow } from './errors'
import { listBalances, listConversions, listPendingTaskRuns, listResourcesByWallet } from './lists'
import {
  access,
  balance,
  breakdownEntry,
  conversion as conversionWith,
  errorOf,
  stubFetch,
  taskRun,
} from './test-support'

const resource = {
  id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  name: 'Rack 7',
  resource_type: 'gpu',
  resource_subtype: 'h100',
  resource_pda: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  active: true,
}

/** The service sends no positions. */
const { position: _, ...listedBalance } = balance()

/** Makes the service answer once. */
const answer = (response: Response) => void stubFetch().mockResolvedValueOnce(response)

const pageOf = (
  name: 'balances' | 'conversions',
  records: unknown[],
  pagination: object = { page: 1, limit: 50, total: records.length },
) => Response.json({ status: 'success', data: { [name]: records, pagination } })
const readBalances = async (response: Response) => {
  answer(response)
  return listBalances(access)
}
const readPending = async (task_runs: unknown[], list: object = { count: task_runs.length, limit: 100 }) => {
  answer(Response.json({ status: 'success', data: { task_runs, ...list } }))
  return orThrow(await listPendingTaskRuns(access))
}

const entry = breakdownEntry({ bolts_earned: 41.8025 })
const { position: _position, ...conversion } = conversionWith({ user_breakdown: [entry, entry] })
const readConversions = async (conversions: unknown[]) => {
  answer(pageOf('conversions', conversions))
  return orThrow(await listConversions(access))
}

/** Each list with a record, wrong values of its fields, and a function that reads a response. */
const lists: { record: object; wrong?: Record<string, unknown[]>; read: (of: unknown[]) => Promise<unknown> }[] = [
  {
    record: taskRun({ validated_at: '2026-11-20T11:20:00Z' }),
    wrong: {
      status: [1],
      blockchain_status: [['running']],
      validated_at: [false, 'yesterday'],
      raw_data_invalid: ['false'],
      updated_at: [1763638200, '2026-02-30T00:00:00Z'],
      seconds_since_update: ['1800'],
    },
    read: async (runs) => {
      const { taskRuns: items, unreadable } = await readPending(runs)
      return { items, unreadable }
    },
  },
  {
    record: listedBalance,
    wrong: { user_id: [7], bolts: ['41.8025', true] },
    read: async (balances) => orThrow(await readBalances(pageOf('balances', balances))),
  },
  {
    record: conversion,
    wrong: { total_bolts_distributed: ['190.5'], converted_at: ['yesterday'], user_breakdown: [{ entry }] },
    read: async (conversions) => readConversions(conversions),
  },
  {
    record: resource,
    read: async (resources) => {
      answer(Response.json({ status: 'success', resources }))
      return orThrow(await listResourcesByWallet(access, 'wallet'))
    },
  },
]

it('a list counts a record with a missing or mistyped field as unreadable, and returns the others', async () => {
  for (const { record, wrong = {}, read } of lists) {
    const names = Object.keys(record).filter((name) => name !== 'unreadableEntries')
    const isNullable = (name: string) => name === 'validated_at'
    for (const field of names) {
      for (const value of [undefined, ...(isNullable(field) ? [] : [null]), ...(wrong[field] ?? [])]) {
        const found = await read([record, { ...record, [field]: value }, record])
        expect(found, `${field}: ${String(value)}`).toMatchObject({ items: [record, record], unreadable: 1 })
      }
    }
    expect(await read([null, 7, record, 'text', []])).toMatchObject({ items: [record], unreadable: 4 })
  }
})

it('listBalances returns a balance as unreadable when an amount is larger than a double', async () => {
  const text = await pageOf('balances', [balance({ bolts: 777 })]).text()
  const page = await readBalances(new Response(text.replace('777', '1e999')))
  expect(page).toMatchObject({ data: { items: [], unreadable: 1 } })
})

it('listBalances accepts numbers of the pagination as text, and fails for any other value', async () => {
  const numbers = { page: 1, limit: 50, total: 1 }
  const asText = { page: '1', limit: '50', total: '1' }
  expect(await readBalances(pageOf('balances', [balance()], asText))).toMatchObject({ data: numbers })
  const wrong = { page: [0, 'first'], limit: [0, null], total: [-1, 1.5, '1e3', 2 ** 53] }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const error = await errorOf(readBalances(pageOf('balances', [balance()], { ...numbers, [field]: value })))
      expect(error, `${field}: ${String(value)}`).toMatchObject({ path: `data.pagination.${field}` })
    }
  }
})

it('listPendingTaskRuns returns hasMore when the count reaches the limit', async () => {
  for (const [count, limit, hasMore] of [
    [0, 100, false],
    [99, 100, false],
    [100, 100, true],
    [3, 3, true],
    ['100', '100', true],
    ['99', 100, false],
  ]) {
    expect(await readPending([], { count, limit })).toMatchObject({ hasMore, limit: Number(limit) })
  }
})

it('listPendingTaskRuns accepts further statuses and fields, identifiers in any format, and times with an offset', async () => {
  for (const change of [
    { status: 'paused', blockchain_status: 'forked' },
    { task_run_id: 'run/1' },
    { validated_at: '2026-11-20T11:30:00.123456Z' },
    { validated_at: '2026-11-20T12:30:00+01:00' },
    { validated_at: null },
  ]) {
    expect((await readPending([{ ...taskRun(change), shard: 7 }])).taskRuns).toEqual([taskRun(change)])
  }
})

it('listBalances accepts another limit than requested, and fails for another page', async () => {
  const other = pageOf('balances', [balance()], { page: 1, limit: 50, total: 500 })
  stubFetch().mockResolvedValueOnce(other.clone()).mockResolvedValueOnce(other)
  expect(await listBalances(access, { page: 1, limit: 200 })).toMatchObject({ data: { limit: 50 } })
  const problem = { name: 'ServiceProtocolError', problem: 'wrong_page', path: 'data.pagination.page' }
  expect(await errorOf(listBalances(access, { page: 2 }))).toMatchObject(problem)
})

it('listConversions counts an entry without one of its fields as unreadable, and reads the others', async () => {
  for (const field of Object.keys(entry)) {
    const broken = { ...entry, [field]: undefined }
    const { items } = await readConversions([{ ...conversion, user_breakdown: [entry, broken, null] }])
    expect(items, field).toEqual([{ ...conversion, position: 1, user_breakdown: [entry], unreadableEntries: 2 }])
  }
})

describe('listConversions, for a large response', () => {
  const mebibyte = 1024 * 1024

  /** A service with 60 conversions of 4 MiB, most of which are spaces. */
  function largeService() {
    const requested: string[] = []
    stubFetch().mockImplementation(async (url) => {
      const { searchParams } = new URL(String(url))
      const [page, limit] = [Number(searchParams.get('page_number')), Number(searchParams.get('page_size'))]
      requested.push(`${page}/${limit}`)
      const ids = Array.from({ length: limit }, (_, index) => `${(page - 1) * limit + index}`)
      const conversions = ids.map((id) => conversionWith({ conversion_id: id }))
      const text = await pageOf('conversions', conversions, { page, limit, total: 60 }).text()
      return new Response(text.padEnd(limit * 4 * mebibyte))
    })
    return requested
  }

  it('requests fewer conversions from the same position when the page is too large', async () => {
    const requested = largeService()
    const page = orThrow(await listConversions(access, { page: 2, limit: 20 }))
    expect(requested).toEqual(['2/20', '5/5'])
    expect(page).toMatchObject({ page: 5, limit: 5, total: 60 })
    const ids = page.items.map(({ conversion_id }) => conversion_id)
    expect(ids).toEqual(['20', '21', '22', '23', '24'])
  })

  it('reads a single conversion that is larger than a page may be, up to its own limit', async () => {
    const text = await pageOf('conversions', [conversion], { page: 1, limit: 1, total: 1 }).text()
    stubFetch().mockResolvedValueOnce(new Response(text.padEnd(65 * mebibyte)))
    expect(await listConversions(access, { page: 1, limit: 1 })).toMatchObject({ data: { items: [conversion] } })
    const chunk = new Uint8Array(16 * mebibyte).fill(32)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    stubFetch().mockResolvedValue(new Response(endless))
    const error = await errorOf(listConversions(access, { page: 1, limit: 1 }))
    expect(error).toMatchObject({ name: 'ServiceProtocolError', problem: 'too_large' })
  })
})
