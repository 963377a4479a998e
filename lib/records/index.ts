import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { countLostWrite } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'
import { outsideRequests } from '@/lib/request/context'
import { store } from '@/lib/store'
import { connectRecords as makeConnectRecords, type ConnectRecords } from './records'
import { seldom } from './seldom'

export { isReadableRecord } from './record'
export type { ConnectRecord, StoredRecord } from './record'
export type { ConnectDay } from './records'

/** What is kept of the attempts to connect, for the console. */
export function connectRecords(): ConnectRecords {
  return perProcess('connect records', () => {
    const { connectRecords: settings, hold } = config()
    const lost = seldom(logLost)
    const onLost = (_record: unknown, reason: string) => {
      countLostWrite('connect_records')
      lost.report(reason)
    }
    const records = makeConnectRecords(store(), { onLost }, { ...settings, hashKey: hold.password })
    process.once('exit', () => {
      records.end()
      lost.end()
    })
    return records
  })
}

/** The attempts themselves have their lines in the log all the same. */
function logLost(lost: { reason: string; skipped: number }): void {
  outsideRequests(() => log().error({ event: 'connect record lost', ...lost }))
}
