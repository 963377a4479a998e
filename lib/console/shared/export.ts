import 'server-only'
import { audit, type Staff } from '@/lib/audit'
import { deploymentLabels } from '@/lib/config/labels'
import { formatDay } from '@/lib/format'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import type { Listed } from '@/lib/service'
import { byteOrderMark, csvRow, type CsvColumn, type CsvValue } from './csv'
import { exportJson, type ExportPart, type Remark } from './export-parts'
import { ExportRemarks, type RemarkTexts } from './export-remarks'
import { streamOf, type Pieces } from './export-stream'
import { isFromElsewhere } from './from-elsewhere'
import type { ProblemKind } from './problem'
import { streamedHeaders, textResponse } from './responses'
import { reportProblem, streamSettings, type ServiceCall } from './service'

const formats = ['csv', 'json'] as const
type ExportFormat = (typeof formats)[number]

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** An export of a route handler. */
export interface Export<Row> {
  /** Names the file: `balances` becomes `staging-balances-<subnet ID>-2026-01-31.csv`. */
  name: string
  /** The name in the log and the audit, if `name` contains a user's ID. @default `name` */
  what?: string
  /** The user ID or wallet address that the data is about, for the audit. */
  about?: string
  /** The columns of the CSV. The JSON has the rows unchanged. */
  columns: readonly CsvColumn<Row>[]
  /** Yields every row, usually from a walk of the service's client. An unreadable row keeps its place. */
  rows: ServiceCall<AsyncIterable<ExportPart<Row>>>
  texts: ExportTexts
}

/** The texts of the responses without a file, and of the remarks at the end of a file. */
export interface ExportTexts extends RemarkTexts {
  /** Another site sent the browser here. */
  fromElsewhere: string
  /** The same operator has another export under way. */
  underWay: string
  /** The format in the query is missing or unknown. */
  unknownFormat: string
  /** Reading the service failed. Plain text of several lines. */
  failed: (kind: ProblemKind) => string
}

/**
 * Responds with all rows as a file, in the format of the query (`?format=csv` or `json`). The operator comes from
 * `operatorOrRefusal()`, and can have one export at a time in each process. The audit records each export that begins.
 *
 * ```ts
 * export async function GET(request: Request): Promise<Response> {
 *   const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
 *   if (operator instanceof Response) return operator
 *   return exportResponse(request, operator, {
 *     name: 'balances',
 *     columns: fieldColumns(['user_id', 'bolts']),
 *     rows: (access, options) => partsOf(walkBalances(access, {}, options)),
 *     texts: exportTexts(),
 *   })
 * }
 * ```
 *
 * If the service fails before the first row, the response is a text with status 502. After that, the response streams
 * rows in constant memory, and the walk stops when the browser disconnects. The app logs a pause of the walk and keeps
 * the download alive. The last rows of the file explain why it may be incomplete or wrong.
 *
 * If the service fails later, the file ends with a row that says so, and then the download fails. Some proxies turn the
 * failure into a regular end, so the browser does not report it. The JSON then has no closing bracket, so that no program
 * takes it for complete.
 */
export async function exportResponse<Row extends object>(
  request: Request,
  operator: Staff,
  { name, what = name, about, columns, rows, texts }: Export<Row>,
): Promise<Response> {
  const requestedFormat = new URL(request.url).searchParams.get('format')
  const format = formats.find((format) => format === requestedFormat)
  if (isFromElsewhere(request.headers)) return textResponse(403, texts.fromElsewhere)
  if (!format) return textResponse(400, texts.unknownFormat)
  if (exporting().has(operator.id)) return textResponse(409, texts.underWay)

  const { access, options } = streamSettings()
  const abortController = new AbortController()
  const parts = rows(access, { ...options, signal: abortController.signal })
  const pieces = asExportOf(operator.id, piecesOf(parts, format === 'csv' ? csvWriter(columns) : jsonWriter(), texts))
  // A browser that disconnects before the first row has no stream to cancel.
  request.signal.addEventListener('abort', () => void pieces.return())
  try {
    const first = await pieces.next()
    audit(operator, { action: 'export', what, about, format })
    const body = streamOf(first, pieces, {
      abortController,
      allowsBlankLines: format === 'json',
      onPause: (seconds) => log().info({ event: 'export pause', name: what, waitMs: seconds * 1000 }),
      errorOf: (error) => new Error(`The export broke off: ${reportProblem(error).kind}.`),
    })
    return fileResponse(body, name, format)
  } catch (error) {
    return textResponse(502, texts.failed(reportProblem(error).kind))
  }
}

/** Returns the IDs of the operators with an export under way. */
const exporting = () => processSingleton('exporting operators', () => new Set<string>())

/** Marks the operator's export as under way from its first piece until it ends in any way. */
async function* asExportOf(operatorId: string, pieces: Pieces): Pieces {
  exporting().add(operatorId)
  try {
    yield* pieces
  } finally {
    exporting().delete(operatorId)
  }
}

/** Writes the rows of a file in one format. */
interface RowWriter<Row> {
  /** The text before the first row. */
  head: string
  write: (row: Listed<Row> | Remark) => string
  /** The text after the last row. */
  foot: () => string
}

function csvWriter<Row extends object>(columns: readonly CsvColumn<Row>[]): RowWriter<Row> {
  const valuesOf = (row: Listed<Row> | Remark): CsvValue[] => {
    if ('remark' in row) return [row.remark]
    // After the last column, so that no column gets a value of another kind.
    if ('unreadable' in row) return [...columns.map(() => ''), row.unreadable]
    return columns.map(({ value }) => value(row))
  }
  return {
    head: byteOrderMark + csvRow(columns.map(({ name }) => name)),
    write: (row) => csvRow(valuesOf(row)),
    foot: () => '',
  }
}

function jsonWriter<Row extends object>(): RowWriter<Row> {
  let separator = '\n'
  return {
    head: '[',
    write(row) {
      const text = separator + exportJson(row)
      separator = ',\n'
      return text
    },
    foot: () => (separator === '\n' ? ']\n' : '\n]\n'),
  }
}

/** Yields the text of a file, one part at a time. The remarks come after all rows. */
async function* piecesOf<Row extends object>(
  parts: AsyncIterable<ExportPart<Row>>,
  writer: RowWriter<Row>,
  texts: RemarkTexts,
): Pieces {
  const remarks = new ExportRemarks()
  let { head } = writer
  let count = 0
  try {
    for await (const part of parts) {
      remarks.add(part)
      if (part.kind === 'end') continue
      const rows = part.kind === 'rows' ? part.rows : []
      // Yields before a pause, so that the download begins.
      yield head + rows.map(writer.write).join('')
      head = ''
      count += rows.length
      if (part.kind === 'pause') yield { pauseSeconds: part.seconds }
    }
  } catch (error) {
    if (head === '') yield writer.write({ remark: texts.brokeOff(count) })
    throw error
  }
  const last = remarks.texts(texts).map((remark) => writer.write({ remark }))
  yield head + last.join('') + writer.foot()
}

function fileResponse(body: ReadableStream<Uint8Array>, name: string, format: ExportFormat): Response {
  // The name has the subnet, because an operator may keep files of several subnets together.
  const { environment, subnet_id } = deploymentLabels()
  const fileName = `${environment}-${name}-${subnet_id}-${formatDay(new Date())}.${format}`
  return new Response(body, {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="${fileName}"`,
      ...streamedHeaders,
    },
  })
}
