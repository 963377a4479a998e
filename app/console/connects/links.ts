import type { ConnectRecord } from '@/lib/records'

/** All records of one connect link. */
export interface RecordedLink {
  requestId: string
  /** The newest confirm, refusal or wait or, if there is none, the newest step. */
  main: ConnectRecord
  /** Newest first. */
  steps: ConnectRecord[]
}

/**
 * Groups records by their link.
 *
 * @param records - newest first.
 */
export function recordedLinks(records: readonly ConnectRecord[]): RecordedLink[] {
  const byRequest = new Map<string, ConnectRecord[]>()
  for (const record of records) byRequest.set(record.requestId, [...(byRequest.get(record.requestId) ?? []), record])
  return [...byRequest].flatMap(([requestId, steps]) => {
    const main = steps.find(({ attempts }) => attempts !== undefined) ?? steps[0]
    return main ? [{ requestId, main, steps }] : []
  })
}

/**
 * Returns the user whom a search has found. A search also finds other spellings, and all users of a wallet or a link.
 *
 * @returns undefined if there are several users other than the searched one, or none.
 */
export function userOf(records: readonly ConnectRecord[], find: string): string | undefined {
  const userIds = new Set(records.flatMap(({ userId }) => userId ?? []))
  if (userIds.has(find)) return find
  return userIds.size === 1 ? [...userIds][0] : undefined
}
