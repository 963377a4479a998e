import type { IncomingMessage } from 'node:http'
import { dateTime } from '../clock'
import { ulid } from '../ids'
import { CsvReader } from '../upload/csv'
import { boundaryOf, MalformedMultipart, readMultipart } from '../upload/multipart'
import { simulatedRows } from '../upload/uploads'
import { Refused, type Answer, type Call, type Operation } from './operation'

const partName = 'csv_file'

/** Operation 5: upload a task batch CSV. It reads the CSV as a stream. */
export const upload: Operation = {
  name: 'upload',
  method: 'POST',
  path: '/subnets/:subnet_id/task_batch_uploads',
  body: 'stream',
  acceptsJwt: true,
  rateLimited: false,
  handle,
}

async function handle({ state, incoming, record }: Call): Promise<Answer> {
  const boundary = boundaryOf(incoming.headers['content-type'])
  if (!boundary) throw csvRequired()

  const csv = new CsvReader(simulatedRows)
  const received = { fileName: '', bytes: 0, rows: 0 }
  // Record it before reading the body, so that a test can see how much of an upload has arrived.
  record.upload = received
  await readCsvPart(incoming, boundary, csv, received)
  if (!csv.header) throw new Refused(400, 'CSV file has no header row')

  const batch = {
    id: ulid(state.clock.now()),
    file_name: received.fileName,
    queued: csv.rows - csv.failed,
    failed: csv.failed,
    uploaded_at: dateTime(state.clock.now()),
  }
  state.uploads.add(batch, csv.header, csv.kept)
  const { id, queued, failed } = batch
  return { status: 202, body: { id, queued, failed } }
}

async function readCsvPart(
  incoming: IncomingMessage,
  boundary: string,
  csv: CsvReader,
  received: { fileName: string; bytes: number; rows: number },
): Promise<void> {
  // If reading stops early, the connection must stay open for the answer.
  const source: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false })
  let found = false
  try {
    for await (const event of readMultipart(source, boundary)) {
      if (event.type === 'data') {
        csv.write(event.chunk)
        received.bytes += event.chunk.length
        received.rows = csv.rows
      } else {
        const { name, fileName } = event
        if (name !== partName) throw new Refused(400, `${name ?? '(unnamed)'}: unexpected part`)
        if (found) throw new Refused(400, `${partName}: must be given once`)
        if (fileName === null) throw csvRequired()
        found = true
        received.fileName = fileName
      }
    }
  } catch (error) {
    if (error instanceof MalformedMultipart) throw new Refused(400, `body: ${error.message}`)
    throw error
  }
  if (!found) throw csvRequired()
  csv.end()
  received.rows = csv.rows
}

function csvRequired(): Refused {
  return new Refused(400, 'CSV file is required')
}
