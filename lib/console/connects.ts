import type { ConnectRecord } from '@/lib/records'
import { columnsOf, defineTable, pickColumns, type Tone } from './list'
import { userPath, walletPath } from './page-url'

export const outcomeTones: Readonly<Record<ConnectRecord['outcome'], Tone>> = {
  confirmed: 'success',
  refused: 'danger',
  wait: 'neutral',
  form_refused: 'warning',
  wallet_failed: 'warning',
  sign_in_failed: 'warning',
  cancelled: 'neutral',
  signed_in: 'neutral',
  arrived: 'neutral',
}

const { id, badge, text, time, flag, word, count } = columnsOf<ConnectRecord>()

const columns = {
  advice: text({ isDetail: true }),
  at: time({ isRowHeader: true }),
  outcome: badge({ tones: outcomeTones }),
  reason: text({ card: 'fill' }),
  code: text(),
  user_id: id({ value: ({ userId }) => userId, href: userPath, linkOut: 'user' }),
  wallet_address: id({
    value: ({ walletAddress }) => walletAddress,
    href: walletPath,
    linkOut: 'wallet',
    hasCopy: false,
    card: 'open',
  }),
  is_proven: flag({ value: ({ isProven }) => isProven, card: 'open' }),
  request_id: id({ value: ({ requestId }) => requestId, isDetail: true }),
  way: word({
    isDetail: true,
    words: ['address', 'browser', 'mobile_wallet_adapter', 'deep_link', 'in_app_browser'],
  }),
  language: text({ isDetail: true }),
  field: text({ isDetail: true }),
  status: text({ isDetail: true }),
  duration_ms: count({ value: ({ durationMs }) => durationMs, isDetail: true }),
  attempts: count({ isDetail: true }),
}

const stepTable = defineTable<ConnectRecord>({ name: 'connects', columns })

export const userConnects = pickColumns(stepTable, ['at', 'outcome', 'reason', 'code', 'wallet_address'])

/** `CONNECT_RECORDS=minimal` keeps no users and wallets. */
export function connectsTable(detail: 'minimal' | 'full') {
  const persons = detail === 'full' ? [] : ['user_id', 'wallet_address']
  return pickColumns(
    stepTable,
    Object.keys(columns).filter((key) => !persons.includes(key)),
  )
}

export const connectFields = (detail: 'minimal' | 'full'): string[] => [
  'at',
  'outcome',
  'reason',
  'status',
  'code',
  'request_id',
  'way',
  'language',
  'is_proven',
  'duration_ms',
  'attempts',
  ...(detail === 'full' ? ['user_id', 'wallet_address'] : []),
]

/** Groups steps, the newest first, by link. The main step is the newest call of the service, or else the newest. */
export const linksIn = (records: readonly ConnectRecord[]) =>
  [...new Set(records.map(({ requestId }) => requestId))].flatMap((requestId) => {
    const steps = records.filter((record) => record.requestId === requestId)
    const main = steps.find(({ attempts }) => attempts !== undefined) ?? steps[0]
    return main ? [{ requestId, main, steps }] : []
  })
