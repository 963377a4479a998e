import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { store } from '@/lib/store'
import { isErasedSince } from '@/lib/store/erasures'
import { demoConnectRecords } from './demo-connects'
import { connectRecords as makeConnectRecords, type ConnectRecords } from './records'

export { connectSteps, readableRecords, recordOutcomes } from './record'
export type { ConnectCall, ConnectRecord, ConnectStep, RecordFilter, StoredRecord } from './record'
export type { ConnectDay, PressCount, RecordPage } from './records'

/** Returns the records of the steps of connects, for the console. */
export function connectRecords(): ConnectRecords {
  return processSingleton('connect records', () => {
    const { connectRecords, demoConnects, hold } = config()
    const settings = { ...connectRecords, hashKey: hold.password, isErased: isErasedSince }
    // The log still has a line for each attempt.
    const lines = lineLimit('more connect records lost', { lines: 1 })
    const onLost = (_record: unknown, reason: string) => {
      countLostWrite('connect_records')
      outsideRequests(() => lines.write(() => log().error({ event: 'connect record lost', reason })))
    }
    const records =
      demoConnects.length > 0
        ? demoConnectRecords({ onLost }, settings, demoConnects)
        : makeConnectRecords(store(), { onLost }, settings)
    process.once('exit', () => {
      records.end()
      lines.end()
    })
    return records
  })
}
