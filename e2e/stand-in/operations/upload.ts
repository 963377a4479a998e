import type { IncomingMessage } from 'node:http'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import busboy from 'busboy'
import Papa from 'papaparse'
import { dateTime } from '../clock'
import { ulid } from '../ids'
import { CsvRows } from '../data/uploads'
import { Refused, type Answer, type Call, type Operation } from './operation'

/** Operation 5: upload a task batch CSV. It reads the CSV as a stream. */
export const upload: Operation = {
  name: 'upload',
  method: 'POST',
  path: '/subnets/:subnet_id/task_batch_uploads',
  body: 'stream',
  acceptsJwt: true,
  handle,
}

async function handle({ state, incoming, record }: Call): Promise<Answer> {
  const csv = new CsvRows()
  const received: NonNullable<typeof record.upload> = { fileName: '', bytes: 0, rows: 0, state: 'coming' }
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
          csv.add(row)
          received.rows = csv.count
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
  if (!csv.header) throw new Refused(400, 'CSV file has no header row')

  const batch = {
    id: ulid(state.clock.now()),
    file_name: received.fileName,
    queued: csv.count - csv.failed,
    failed: csv.failed,
    uploaded_at: dateTime(state.clock.now()),
  }
  state.uploads.add(batch, csv)
  const { id, queued, failed } = batch
  return { status: 202, body: { id, queued, failed } }
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
    incoming.unpipe(form)
  }
}
