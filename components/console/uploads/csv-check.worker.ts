import { CsvCheck } from '@/lib/console/uploads/csv-check'
import type { CsvReport } from '@/lib/console/uploads/csv-report'
import { OddRows } from '@/lib/console/uploads/odd-rows'
import type { OddRow } from '@/lib/console/uploads/odd-rows-file'

/** The page's message to the worker. Each worker gets one, for one file. */
export type WorkerRequest =
  | { kind: 'check'; file: File; expectedColumns: readonly string[] }
  | { kind: 'odd_rows'; file: File }

/** The worker's messages for a check: progress several times a second, then the end. */
export type CheckMessage =
  | { kind: 'checking' | 'done'; readBytes: number; report: CsvReport }
  /** The file was deleted or changed after it was chosen, or cannot be read. */
  | { kind: 'unreadable' }

/** The worker's messages for rows with a wrong number of cells: some of the rows, then the end. */
export type OddRowsMessage =
  | { kind: 'odd_rows'; header: readonly string[]; rows: OddRow[] }
  | { kind: 'end'; isWhole: boolean }
  | { kind: 'unreadable' }

const reportEveryMs = 200

/** The worker's global scope, which TypeScript's DOM library does not have. */
const page = globalThis as unknown as {
  postMessage: (message: CheckMessage | OddRowsMessage) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void) => void
}

page.addEventListener('message', ({ data: request }) => {
  const work = request.kind === 'check' ? check(request) : findOddRows(request.file)
  work.catch(() => page.postMessage({ kind: 'unreadable' }))
})

async function check({ file, expectedColumns }: { file: File; expectedColumns: readonly string[] }): Promise<void> {
  const csv = new CsvCheck({ expectedColumns })
  let readBytes = 0
  let reportedAt = performance.now()
  await readChunks(file, csv, (chunk) => {
    readBytes += chunk.byteLength
    const now = performance.now()
    if (now - reportedAt < reportEveryMs) return
    reportedAt = now
    page.postMessage({ kind: 'checking', readBytes, report: csv.report() })
  })
  page.postMessage({ kind: 'done', readBytes, report: csv.report() })
}

async function findOddRows(file: File): Promise<void> {
  const oddRows = new OddRows()
  const send = () => {
    const rows = oddRows.take()
    if (oddRows.header && rows.length > 0) page.postMessage({ kind: 'odd_rows', header: oddRows.header, rows })
  }
  await readChunks(file, oddRows, send)
  send()
  page.postMessage({ kind: 'end', isWhole: !oddRows.isOver })
}

/** Reads a file to its end, or until further chunks would change nothing. */
async function readChunks(
  file: File,
  reader: Pick<CsvCheck, 'isOver' | 'write' | 'end'>,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const chunks = file.stream().getReader()
  while (!reader.isOver) {
    const chunk = await chunks.read()
    if (chunk.done) break
    reader.write(chunk.value)
    onChunk(chunk.value)
  }
  await chunks.cancel()
  reader.end()
}
