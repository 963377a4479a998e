import { CsvCheck } from '@/lib/console/uploads/csv-check'
import type { CsvReport } from '@/lib/console/uploads/csv-report'

/** The page's message to the worker. Each worker gets one, for one file. */
export interface CheckRequest {
  file: File
  expectedColumns: readonly string[]
}

/** The worker's messages: progress several times a second, then the end. */
export type CheckMessage =
  | { kind: 'checking' | 'done'; readBytes: number; report: CsvReport }
  /** The file was deleted or changed after it was chosen, or cannot be read. */
  | { kind: 'unreadable' }

const reportEveryMs = 200

/** The worker's global scope, which TypeScript's DOM library does not have. */
const page = globalThis as unknown as {
  postMessage: (message: CheckMessage) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<CheckRequest>) => void) => void
}

page.addEventListener('message', (event) => void check(event.data))

async function check({ file, expectedColumns }: CheckRequest): Promise<void> {
  const csv = new CsvCheck({ expectedColumns })
  let readBytes = 0
  let reportedAt = performance.now()
  try {
    const reader = file.stream().getReader()
    while (!csv.isOver) {
      const chunk = await reader.read()
      if (chunk.done) break
      csv.write(chunk.value)
      readBytes += chunk.value.byteLength
      const now = performance.now()
      if (now - reportedAt < reportEveryMs) continue
      reportedAt = now
      page.postMessage({ kind: 'checking', readBytes, report: csv.report() })
    }
    await reader.cancel()
    csv.end()
    page.postMessage({ kind: 'done', readBytes, report: csv.report() })
  } catch {
    page.postMessage({ kind: 'unreadable' })
  }
}
