import 'server-only'
import { config } from '@/lib/config'
import { fieldColumns, type CsvColumn } from '@/lib/console/csv'
import type { ExportPart } from '@/lib/console/parts'
import {
  connectRecords,
  isReadableRecord,
  type ConnectRecord,
  type RecordFilter,
  type StoredRecord,
} from '@/lib/records'
import type { Listed } from '@/lib/service'

/** A record as a row of the file. User and wallet are undefined if the deployment does not keep them. */
export interface ConnectRow {
  /** The end of the step, in ISO 8601 and UTC. */
  at: string
  outcome: ConnectRecord['outcome']
  reason: string | null
  status: number | null
  code: string
  request_id: string
  way: string | null
  language: string | null
  /** Null, as the next two fields, for steps without a call to the service. */
  is_proven: boolean | null
  duration_ms: number | null
  attempts: number | null
  user_id: string | null | undefined
  wallet_address: string | null | undefined
}

/** Returns the columns of the file, with user and wallet if the deployment keeps them. */
export function connectColumns(): CsvColumn<ConnectRow>[] {
  return [
    ...fieldColumns([
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
    ]),
    ...(hasPersons() ? fieldColumns(['user_id', 'wallet_address']) : []),
  ]
}

/**
 * Yields the records of all steps that match a filter, the newest first. A record that another version of this app has
 * written is an unreadable row.
 *
 * @throws StoreUnavailableError while the store is unavailable.
 */
export async function* connectParts(where: RecordFilter): AsyncGenerator<ExportPart<ConnectRow>, void, undefined> {
  const isFull = hasPersons()
  for await (const records of connectRecords().all(where)) {
    yield { kind: 'rows', rows: records.map((record) => rowOf(record, isFull)) }
  }
}

const hasPersons = () => config().connectRecords.detail === 'full'

function rowOf(record: StoredRecord, isFull: boolean): Listed<ConnectRow> {
  if (!isReadableRecord(record)) return { unreadable: '{}', path: '' }
  const { at, outcome, reason, status, code, requestId, way, language, isProven, durationMs, attempts } = record
  return {
    at: new Date(at).toISOString(),
    outcome,
    reason,
    status,
    code,
    request_id: requestId,
    way: way ?? null,
    language: language ?? null,
    is_proven: isProven ?? null,
    duration_ms: durationMs ?? null,
    attempts: attempts ?? null,
    user_id: isFull ? (record.userId ?? null) : undefined,
    wallet_address: isFull ? (record.walletAddress ?? null) : undefined,
  }
}
