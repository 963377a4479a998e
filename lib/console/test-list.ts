import { succeeded } from '@/lib/service'
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
