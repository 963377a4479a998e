import { vi } from 'vitest'
import { configWith } from '@/lib/config/test-support'
import { serviceError, succeeded, type ServiceAccess } from '@/lib/service'
import { breakdownEntry, conversion } from '@/lib/service/test-support'
import { columnsOf, defineList, type ListDeclaration } from './list'

/** A row with a value of each kind. */
export interface Row {
  id: string
  points?: number | null
  share?: number
  at?: string | number | null
  state?: string
  status?: string
  note?: string
}

const { id, amount, percent, time, badge, word, text, flag } = columnsOf<Row>()

/** A list with a column of each kind. Its texts are those of the balances. */
export const rows: ListDeclaration<Row, object> = defineList<Row>({
  name: 'balances',
  path: '/console/balances',
  source: { kind: 'whole', read: async () => succeeded({ rows: [] }) },
  find: { in: ['id', 'upper'], lookUp: 'balance' },
  columns: {
    id: id({ isRowHeader: true }),
    points: amount(),
    share: percent(),
    at: time(),
    state: badge({ tones: { stuck: 'danger', running: 'neutral', done: 'success' } }),
    status: word({ words: ['open'] }),
    note: text({ isDetail: true }),
    isFlagged: flag({ value: ({ note }) => note === 'flagged' }),
    upper: text({ value: ({ note }) => note?.toUpperCase(), isSortable: false }),
  },
  file: ['id', 'points', 'share', 'at', 'isFlagged', 'note'],
})

/** The same list from a service that has pages. */
export const pagedRows: typeof rows = {
  ...rows,
  source: { kind: 'paged', page: async () => ({}) as never, walk: async function* () {} },
}

export const access: ServiceAccess = configWith().service

export const unreachable = serviceError('listBalances', { name: 'ServiceTransportError', code: 'ECONNRESET' })

/** A conversion as the service sends it, with entries of any shape. */
export const conversionRecord = (number: number, user_breakdown: unknown[] = []) => ({
  ...conversion({ conversion_id: `conversion-${number}` }),
  user_breakdown,
})

export const entryRecord = (user: number) =>
  breakdownEntry({ wallet_address: `wallet-${user}`, user_id: `user-${user}`, bolts_earned: user + 0.25 })

/** Stubs `fetch` with a service that has these conversions. Returns the queries of the requests. */
export function serveConversions(all: readonly unknown[]): string[] {
  const queries: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { searchParams } = new URL(url)
    queries.push(searchParams.toString())
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    const conversions = all.slice((page - 1) * limit, page * limit)
    const data = { conversions, pagination: { page, limit, total: all.length } }
    return Response.json({ status: 'success', data })
  })
  return queries
}
