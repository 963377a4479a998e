import 'server-only'
import { ReadableStream } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { audit, type Staff } from '@/lib/records/audit'
import { config } from '@/lib/config'
import { formatDay } from '@/lib/format'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import type { ServiceError } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { StoreUnavailableError } from '@/lib/store'
import { byteOrderMark, csvRows, fileColumns, type CsvColumn } from './csv'
import type { ListDeclaration } from './list'
import { ExportRemarks, rowsOfList, type ExportPart } from './export-parts'
import { readQuery } from './query'
import { isFromElsewhere } from './from-elsewhere'
import { operatorOrRefusal } from './operator-or-refusal'
import { streamedHeaders, textResponse } from './responses'
import { reportProblem, streamSettings, type ServiceCall } from './service'

export interface Export<Row> {
  /** Names the file: `balances` becomes `staging-balances-<subnet ID>-2026-01-31.csv`. */
  name: string
  /** The name in the log and the audit. @default `name` */
  what?: string
  /** The user ID or wallet address that the data is about, for the audit. */
  about?: string | undefined
  columns: readonly CsvColumn<Row>[]
  /** Yields every row, usually from a walk of the service's client. */
  parts: ServiceCall<AsyncIterable<ExportPart<Row>>>
}

export function listExport<Row extends object, Filter>(list: ListDeclaration<Row, Filter>) {
  return async (request: Request): Promise<Response> => {
    const { find, filter } = readQuery(list, Object.fromEntries(new URL(request.url).searchParams))
    const refusal = list.refusal?.(filter)
    const name = list.fileName?.(filter) ?? list.name
    return exportResponse(request, {
      refusal: refusal && consoleTexts()(refusal),
      name: find === '' ? name : `found-${name}`,
      what: name,
      // A text that is no look-up names no person.
      about: (list.find?.lookUp && find) || list.about?.(filter),
      columns: fileColumns(list, filter),
      parts: (access, options) => rowsOfList(list, { find, filter }, access, options),
    })
  }
}

/**
 * Streams a CSV file as the browser reads it, one at a time for an operator in each process. Its last rows say why it
 * may be incomplete. They do so even after a failure, because some proxies turn a failed download into a regular end.
 *
 * @param file.refusal - the reason why the query asks for no file.
 */
export async function exportResponse<Row extends object>(
  request: Request,
  { refusal, ...file }: Export<Row> & { refusal?: string | null | undefined },
): Promise<Response> {
  const t = consoleTexts()
  try {
    const operator = await operatorOrRefusal(t('shared.operatorsOnly'))
    if (operator instanceof Response) return operator
    // Next would begin an export and never read its rows.
    if (request.method === 'HEAD') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
    if (isFromElsewhere(request.headers)) return textResponse(403, t('shared.fromElsewhere'))
    if (refusal) return textResponse(400, refusal)
    if (exporting().has(operator.id)) return textResponse(409, t('shared.exports.underWay'))
    return await begin(request, operator, file)
  } catch (error) {
    // The browser has disconnected before the first row.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    if (error instanceof StoreUnavailableError) {
      return textResponse(503, [t('shared.exports.failed'), t('shared.storeAway')].join('\n'))
    }
    throw error
  }
}

const exporting = () => processSingleton('exporting operators', () => new Set<string>())

async function begin<Row extends object>(request: Request, operator: Staff, file: Export<Row>): Promise<Response> {
  const { name, what = name, about } = file
  const lines = linesOf(operator.id, file, request.signal)
  // Nobody reads or cancels the body of a response whose browser has disconnected before its first byte.
  request.signal.addEventListener('abort', () => void lines.return(undefined))
  // A failure before the first row has a response of its own.
  const first = await lines.next()
  if (first.done && first.value) {
    const t = consoleTexts()
    const { kind } = reportProblem(first.value)
    const texts = [t('shared.exports.failed'), t(`problems.${kind}.title`), t(`problems.${kind}.text`)]
    return textResponse(502, texts.join('\n'))
  }
  audit(operator, { action: 'export', what, about })
  // The name has the subnet, because an operator may keep files of several subnets together.
  const { environment, subnet_id } = config().labels
  const fileName = `${environment}-${name}-${subnet_id}-${formatDay(new Date())}.csv`
  const begun = [first]
  const rest = { next: async () => begun.pop() ?? lines.next(), return: () => lines.return(undefined) }
  // It takes a page only when the browser reads it.
  const body = ReadableStream.from({ [Symbol.asyncIterator]: () => rest })
  return new Response(body as BodyInit, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      ...streamedHeaders,
    },
  })
}

/** Yields the file, one part at a time. Returns a failure before the first row. */
async function* linesOf<Row extends object>(
  operatorId: string,
  { name, columns, parts }: Export<Row>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, ServiceError | undefined> {
  const { access, options } = streamSettings()
  const remarks = new ExportRemarks()
  const t = consoleTexts()
  let head = byteOrderMark + csvRows([columns.map((column) => column.name)])
  let count = 0
  exporting().add(operatorId)
  try {
    for await (const part of parts(access, { ...options, signal })) {
      remarks.add(part)
      if (part.kind === 'end') continue
      if (part.kind === 'failed') {
        if (head !== '') return part.error
        throw new Error(`The export broke off: ${reportProblem(part.error).kind}.`, { cause: part.error })
      }
      const rows = part.kind === 'rows' ? part.rows : []
      // Yields before a pause, so that the download begins.
      yield Buffer.from(head + csvRows(rows.map((row) => columns.map(({ value }) => value(row)))))
      head = ''
      count += rows.length
      if (part.kind === 'pause') log().info({ event: 'export pause', name, waitMs: part.seconds * 1000 })
    }
    yield Buffer.from(head + csvRows(remarks.texts(t).map((remark) => [remark])))
    return undefined
  } catch (error) {
    if (head !== '') throw error
    if (signal.aborted) return undefined
    yield Buffer.from(csvRows([[t('shared.exports.brokeOff', { count })]]))
    // Node sends what it has been given only now, and drops the rest when the response fails.
    await setImmediate()
    // An error makes the browser report a failed download. A closed stream would leave a file that only looks complete.
    throw error
  } finally {
    exporting().delete(operatorId)
  }
}
