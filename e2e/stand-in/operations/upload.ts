import type { IncomingMessage } from 'node:http'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import busboy from 'busboy'
import Papa from 'papaparse'
import { dateTime } from '../clock'
import { uploadedRun } from '../data/task-runs'
import { ulid } from '../ids'
import { Refused, type Call, type Operation } from './operation'

/** The max number of rows of a batch that become task runs. The stand-in only counts the other rows. */
const keptRows = 300

/** Operation 5: upload a task batch CSV. It reads the CSV as a stream. */
export const upload: Operation = {
  name: 'upload',
  method: 'POST',
  path: '/task_batch_uploads',
  acceptsJwt: true,
  handle: async ({ state, incoming, record }) => {
    const received: NonNullable<Call['record']['upload']> = { fileName: '', bytes: 0, rows: 0, state: 'coming' }
    const kept: string[][] = []
    let header: string[] | undefined
    let failed = 0
    /** Counts a row. It fails if its number of fields differs from the header. */
    const add = (row: string[]) => {
      if (!header) return void (header = row)
      received.rows += 1
      if (row.length !== header.length) failed += 1
      else if (kept.length < keptRows) kept.push(row)
    }
    const reading = readForm(incoming, async (file, fileName) => {
      // Record it before reading the file, so that a test can see how much of an upload has arrived.
      record.upload = received
      received.fileName = fileName
      const decoder = new TextDecoder()
      await pipeline(
        file,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            received.bytes += chunk.length
            const { uploadBytesPerSecond } = state.settings
            if (uploadBytesPerSecond !== null) await sleep((1000 * chunk.length) / uploadBytesPerSecond)
            yield decoder.decode(chunk, { stream: true })
          }
        },
        Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',', skipEmptyLines: true }),
        new Writable({
          objectMode: true,
          write(row: string[], _encoding, done) {
            add(row)
            done()
          },
        }),
      )
    })
    await reading.catch((error: unknown) => {
      received.state = 'broken off'
      throw error
    })
    received.state = 'whole'
    if (!header) throw new Refused(400, 'CSV file has no header row')

    const now = state.clock.now()
    const result = { id: ulid(now), queued: received.rows - failed, failed }
    state.uploads.push({ ...result, file_name: received.fileName, uploaded_at: dateTime(now) })
    // The interface does not name the columns. Use these two if they exist.
    const [task, event] = [header.indexOf('task_id'), header.indexOf('event_id')]
    for (const [i, row] of kept.entries()) {
      state.uploadedRuns.push(uploadedRun(now, row[task] ?? '', row[event] || `${result.id}-${i + 1}`))
    }
    return { status: 202, body: result }
  },
}

/**
 * Reads a form with the CSV.
 *
 * @throws Refused if it has none. The connection stays open for the answer.
 */
async function readForm(
  incoming: IncomingMessage,
  readFile: (file: Readable, fileName: string) => Promise<void>,
): Promise<void> {
  const required = new Refused(400, 'CSV file is required')
  if (!incoming.headers['content-type']?.startsWith('multipart/form-data')) throw required
  const form = busboy({ headers: incoming.headers, preservePath: true, defParamCharset: 'utf8' })
  try {
    await new Promise<void>((resolve, reject) => {
      let file: Promise<void> | undefined
      form.on('file', (name, content, { filename }) => {
        if (name !== 'csv_file' || !filename) return reject(required)
        file = readFile(content, filename)
        file.catch(reject)
      })
      form.on('error', reject)
      form.on('close', () => (file ? void file.then(resolve, reject) : reject(required)))
      incoming.on('error', reject)
      incoming.pipe(form)
    })
  } finally {
    incoming.unpipe(form).resume()
  }
}
