import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { CsvCheck } from './csv-check'
import type { CsvReport } from './csv-faults'
import { chunksOf } from './csv-reader'

/** The page's messages to the worker: first its only file, then perhaps the stop of the file's check. */
export type CheckRequest = { file: File; expectedColumns: readonly string[] } | 'stop'

/** The state of a file's check. */
export interface FileCheck {
  /**
   * The user can stop the check. A file is `unreadable` if it was deleted or changed after it was chosen. A check is
   * `impossible` if the browser cannot run the worker.
   */
  kind: 'checking' | 'stopped' | 'done' | 'unreadable' | 'impossible'
  readBytes: number
  /** Null until the worker has sent its first one. */
  report: CsvReport | null
}

/** The worker's messages: progress several times a second, then the end with the SHA-256 of the file. */
export type CheckMessage = FileCheck & { sha256?: string }

const reportEveryMs = 200

/** The worker's global scope, which TypeScript's DOM library does not have. */
const page = globalThis as unknown as {
  postMessage: (message: CheckMessage) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<CheckRequest>) => void) => void
}

let isStopped = false

page.addEventListener('message', ({ data }) => {
  if (data === 'stop') isStopped = true
  else check(data).catch(() => page.postMessage({ kind: 'unreadable', readBytes: 0, report: null }))
})

/** Checks and hashes a file. It hashes the whole file, unless a fault stops its upload. */
async function check({ file, expectedColumns }: Exclude<CheckRequest, string>): Promise<void> {
  const csv = new CsvCheck(expectedColumns)
  const hash = sha256.create()
  let readBytes = 0
  let reportedAt = performance.now()
  for await (const chunk of chunksOf(file)) {
    hash.update(chunk)
    readBytes += chunk.byteLength
    if (isStopped) continue
    csv.write(chunk)
    if (csv.fault) break
    if (performance.now() - reportedAt < reportEveryMs) continue
    reportedAt = performance.now()
    page.postMessage({ kind: 'checking', readBytes, report: csv.report() })
  }
  csv.end()
  page.postMessage({ kind: 'done', readBytes, report: csv.report(), sha256: bytesToHex(hash.digest()) })
}
