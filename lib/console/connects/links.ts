import type { ConnectRecord } from '@/lib/records'

/** All that is kept of one connect link. */
export interface RecordedLink {
  requestId: string
  /** The step that says most: the newest one, and a call to the service before any other. */
  main: ConnectRecord
  /** The newest first. */
  steps: ConnectRecord[]
}

/**
 * Groups records by their link.
 *
 * @param records - the newest first.
 */
export function recordedLinks(records: readonly ConnectRecord[]): RecordedLink[] {
  const byRequest = new Map<string, ConnectRecord[]>()
  for (const record of records) byRequest.set(record.requestId, [...(byRequest.get(record.requestId) ?? []), record])
  return [...byRequest].flatMap(([requestId, steps]) => {
    const main = steps.find(({ attempts }) => attempts !== undefined) ?? steps[0]
    return main ? [{ requestId, main, steps }] : []
  })
}
