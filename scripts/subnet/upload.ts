import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { checkFile, faultText, stopsUpload, type CsvFault } from '@/app/console/uploads/csv-check'
import { isCertainRefusal, sendFile, type SendResult } from '@/app/console/uploads/send'
import { list as listOfTexts } from '@/lib/config/values'
import { formatsOf } from '@/lib/format'
import { serviceText, type Result, type ServiceAccess } from '@/lib/service'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { agreementFlags, isAgreed, refuseWithoutAgreement } from './agreement'
import { exitCodes, onStop, reportFailure } from './exit-codes'
import { showProgress } from './output'
import { afterPauses, serviceSettings } from './service-settings'
import { withRedis } from './with-redis'

export const usage = `subnet upload FILE [flags]

Checks a CSV of task run rows as the console does, and uploads it. Stdout has only the batch's ID. A file with faults
that affect every row, or with a row without values, is not sent, and the exit code is 3. It is also 3 if rows failed
at the service.

  --columns NAMES  the columns that the file must have, separated by commas or as a JSON array;
                   default TASK_BATCH_COLUMNS
  --yes            uploads without asking first; needed where there is no terminal
  --again          sends the file although the same bytes were sent before. Only with the environment of the app and
                   REDIS_URL does the command know earlier files, and put the batch into the console's list
  --help           this text

Examples:
  subnet upload runs.csv
  subnet upload runs.csv --columns task_id,event_id --yes > batch-id`

export const flags = {
  columns: { type: 'string' },
  ...agreementFlags,
  again: { type: 'boolean' },
} as const

export const maxArguments = 1

const { list, bytes, percent } = formatsOf('en')

export async function run({ columns, yes, again }: FlagsOf<typeof flags>, [path]: string[]): Promise<number> {
  if (path === undefined) throw new UsageError('The file is missing.')
  const columnNames = columns === undefined ? undefined : (listOfTexts().safeParse(columns).data ?? [])
  if (columnNames?.length === 0) {
    throw new UsageError('--columns must be names separated by commas, or a JSON array.')
  }
  refuseWithoutAgreement(yes)
  const { access, options, taskBatchColumns } = serviceSettings()
  // The command reads the file twice, and a pipe has its bytes only once.
  if (!(await stat(path)).isFile()) throw new UsageError('FILE must be a regular file.')

  const hash = createHash('sha256')
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path ?? '') as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  }
  const content = NodeStream.from(chunks()) as ReadableStream<Uint8Array>
  const { report, readBytes } = await checkFile(content, columnNames ?? taskBatchColumns, ({ readBytes }) =>
    showProgress(`Checking… ${bytes(readBytes)}`),
  )
  showProgress('')
  const { rows, columnCount, faults } = report
  for (const line of faults.flatMap(faultLines)) console.error(line)
  if (faults.some(stopsUpload)) return exitCodes.found
  const file = { path, name: basename(path), sizeBytes: readBytes, checkedSha256: hash.digest('hex') }
  const size = `${bytes(readBytes)}, rows: ${rows}, columns: ${columnCount}`
  const question = `Upload ${serviceText(file.name)} (${size}) to the ${access.environment} environment?`
  if (!yes && !(await isAgreed(question))) {
    console.error('Nothing was uploaded.')
    return exitCodes.failed
  }
  const signal = stopSignal()
  try {
    const sent = await withRedis((keepsBatch) =>
      afterPauses(() => send(access, file, { signal, keepsBatch, isAgain: again ?? false }), { ...options, signal }),
    )
    if (!sent.ok) {
      const code = reportFailure(sent.error)
      if (!isCertainRefusal(sent.error)) console.error(consoleText('uploads.form.outcomes.mayBeTaken'))
      return code
    }
    const result = sent.data
    if (result.kind !== 'taken') return reportNotSent(result)
    const { batch } = result
    console.error(consoleText('uploads.form.outcomes.taken.title', { ...batch }))
    console.log(serviceText(batch.id) ?? '')
    if (batch.failed === 0) return exitCodes.whole
    console.error(consoleText('uploads.form.outcomes.taken.failedText'))
    return exitCodes.found
  } catch (error) {
    return reportError(error, signal)
  }
}

/** Formats the faults of a file, one per line. Cells can contain control characters for a terminal. */
function faultLines(fault: CsvFault): string[] {
  const lines = (fault.first ?? []).map(({ line, cells }) =>
    consoleText('uploads.form.faults.ragged_row', { line, cells }),
  )
  return [faultText(fault, consoleText, list), ...lines].map((text) => serviceText(text) ?? '')
}

async function send(
  access: ServiceAccess,
  { path, name, ...checked }: { path: string; name: string; sizeBytes: number; checkedSha256: string },
  options: { signal: AbortSignal; keepsBatch: boolean; isAgain: boolean },
): Promise<Result<SendResult>> {
  const body = (Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>).getReader()
  let sentBytes = 0
  try {
    const file = { fileName: name, by: 'subnet upload', credential: 'key' } as const
    const result = await sendFile(access, body, file, {
      ...options,
      ...checked,
      onBytes: (added) => showProgress(`${percent(Math.floor((100 * (sentBytes += added)) / checked.sizeBytes))} sent`),
    })
    const end = result.ok ? result.data : undefined
    if (end?.kind === 'left') options.signal.throwIfAborted()
    if (options.keepsBatch && end?.kind === 'taken' && !end.isKept)
      console.error('Redis is unavailable: the console does not list this batch.')
    return result
  } finally {
    showProgress('')
    await body.cancel().catch(() => {})
  }
}

/** In this time, one signal can arrive twice, because a terminal also sends it to npm, and npm passes it on. */
const repeatedSignalMs = 1000

/** Returns a signal that aborts at Ctrl-C, with the exit code as the reason. A second Ctrl-C ends the process. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  onStop((exitCode) => {
    const stoppedAt = performance.now()
    const stopAgain = (code: number) =>
      performance.now() - stoppedAt < repeatedSignalMs ? onStop(stopAgain) : process.exit(code)
    onStop(stopAgain)
    controller.abort(exitCode)
    console.error('Stopping. If the service has the whole file, this waits for its answer.')
  })
  return controller.signal
}

function reportNotSent(result: Exclude<SendResult, { kind: 'taken' }>): number {
  if (result.kind !== 'sent_before') {
    console.error('The file changed after the check or could not be read, so it was not sent whole. Start again.')
    return exitCodes.failed
  }
  const { at, fileName, by, batchId } = result.earlier
  const values = { time: new Date(at).toISOString(), fileName, by }
  const batch = batchId === null ? consoleText('uploads.form.outcomes.sent_before.unclear') : `Batch ID: ${batchId}.`
  console.error(serviceText(`${consoleText('uploads.form.outcomes.sent_before.text', values)} ${batch}`))
  console.error('Add --again to send it again.')
  return exitCodes.found
}

function reportError(error: unknown, signal: AbortSignal): number {
  if (signal.aborted) {
    console.error(consoleText('uploads.form.outcomes.cancelled.text'))
    return Number(signal.reason)
  }
  const code = reportFailure(error)
  console.error(consoleText('uploads.form.outcomes.mayBeTaken'))
  return code
}
