import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { CsvCheck } from './csv-check'
import type { CsvReport } from './csv-faults'
import { readFile } from './csv-reader'

/** The page's message to the worker. Each worker gets one. */
export interface CheckRequest {
  file: File
  expectedColumns: readonly string[]
}

/** The worker's messages: progress several times a second, then the end. */
export type CheckMessage =
  | { kind: 'checking'; readBytes: number; report: CsvReport }
  /** `sha256` is that of the whole file, if it has been read to its end. */
  | { kind: 'done'; readBytes: number; report: CsvReport; sha256: string }
  /** The file was deleted or changed after it was chosen, or cannot be read. */
  | { kind: 'unreadable' }

const reportEveryMs = 200

/** The worker's global scope, which TypeScript's DOM library does not have. */
const page = globalThis as unknown as {
  postMessage: (message: CheckMessage) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<CheckRequest>) => void) => void
}

page.addEventListener('message', ({ data }) => {
  check(data).catch(() => page.postMessage({ kind: 'unreadable' }))
})

async function check({ file, expectedColumns }: CheckRequest): Promise<void> {
  const csv = new CsvCheck(expectedColumns)
  const hash = sha256.create()
  let readBytes = 0
  let reportedAt = performance.now()
  await readFile(file, csv, (chunk) => {
    hash.update(chunk)
    readBytes += chunk.byteLength
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    page.postMessage({ kind: 'checking', readBytes, report: csv.report() })
  })
  page.postMessage({ kind: 'done', readBytes, report: csv.report(), sha256: bytesToHex(hash.digest()) })
}
