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

/** What a route handler exports. */
export interface Export<Row> {
  /** Names the file: `balances` becomes `staging-balances-<subnet ID>-2026-01-31.csv`. */
  name: string
  /** What the log and the audit call it, where the name has a person's ID in it. @default `name` */
  what?: string
  /** Whose data it is, for the audit: a user ID or a wallet address. */
  about?: string
  /** The columns of the CSV. JSON has the rows as they are. */
  columns: readonly CsvColumn<Row>[]
  /** Yields every row, usually with a walk of the service's client. A row that cannot be read keeps its place. */
  rows: ServiceCall<AsyncIterable<ExportPart<Row>>>
  /** Yields the text of the JSON file, if its rows are too large to be in memory. */
  json?: ServiceCall<Pieces>
  texts: ExportTexts
}

/** The texts of the responses without a file, and of what is known against one. */
export interface ExportTexts extends RemarkTexts {
  /** Another site has led the browser here. */
  fromElsewhere: string
  /** Another export of the same operator is under way. */
  underWay: string
  /** The query has no format, or an unknown one. */
  unknownFormat: string
  /** The service could not be read. Plain text of several lines. */
  failed: (kind: ProblemKind) => string
}

/**
 * Responds with all rows as a file, in the format of the query (`?format=csv` or `json`), for the operator from
 * `operatorOrRefusal()`. In each process an operator has one export at a time. The audit has each that begins.
 *
 * ```ts
 * export async function GET(request: Request): Promise<Response> {
 *   const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
 *   if (operator instanceof Response) return operator
 *   return exportResponse(request, operator, {
 *     name: 'balances',
 *     columns: [...fieldColumns(['user_id']), ...amountColumns(['bolts'])],
 *     rows: (access, options) => partsOf(walkBalances(access, {}, options)),
 *     texts: exportTexts(),
 *   })
 * }
 * ```
 *
 * If the service fails before the first row, the response is a text with status 502. After that, rows are
 * streamed in constant memory, and the walk stops when the browser disconnects. A pause of the walk is logged,
 * and the download stays alive. What is known against the file is said in its last rows.
 */
export async function exportResponse<Row extends object>(
  request: Request,
  operator: Staff,
  { name, what = name, about, columns, rows, json, texts }: Export<Row>,
): Promise<Response> {
  const requestedFormat = new URL(request.url).searchParams.get('format')
  const format = formats.find((format) => format === requestedFormat)
  if (isFromElsewhere(request.headers)) return textResponse(403, texts.fromElsewhere)
  if (!format) return textResponse(400, texts.unknownFormat)
  if (exporting().has(operator.id)) return textResponse(409, texts.underWay)

  const { access, options } = streamSettings()
  const abortController = new AbortController()
  const call = [access, { ...options, signal: abortController.signal }] as const
  const ownJson = format === 'json' ? json?.(...call) : undefined
  const pieces = asExportOf(
    operator.id,
    ownJson ?? piecesOf(rows(...call), format === 'csv' ? csvWriter(columns) : jsonWriter(), texts),
  )
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

/** The operators with an export under way, by user ID. */
const exporting = () => processSingleton('exporting operators', () => new Set<string>())

/** The pieces of an operator's export, which is under way from the first one to its end, however it ends. */
async function* asExportOf(operatorId: string, pieces: Pieces): Pieces {
  exporting().add(operatorId)
  try {
    yield* pieces
  } finally {
    exporting().delete(operatorId)
  }
}

/** How the rows of a file are written. */
interface RowWriter<Row> {
  /** What stands before the first row. */
  head: string
  write: (row: Listed<Row> | Remark) => string
  /** What stands behind the last row. */
  foot: () => string
}

function csvWriter<Row extends object>(columns: readonly CsvColumn<Row>[]): RowWriter<Row> {
  const valuesOf = (row: Listed<Row> | Remark): CsvValue[] => {
    if ('remark' in row) return [row.remark]
    // Behind the last column, so that no column has a value of another kind.
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

/** The text of a file, a part at a time: all rows, and after them what is known against the file. */
async function* piecesOf<Row extends object>(
  parts: AsyncIterable<ExportPart<Row>>,
  writer: RowWriter<Row>,
  texts: RemarkTexts,
): Pieces {
  const remarks = new ExportRemarks()
  let { head } = writer
  for await (const part of parts) {
    remarks.add(part)
    if (part.kind === 'end') continue
    const rows = part.kind === 'rows' ? part.rows : []
    // The download begins before a pause.
    yield head + rows.map(writer.write).join('')
    head = ''
    if (part.kind === 'pause') yield { pauseSeconds: part.seconds }
  }
  const last = remarks.texts(texts).map((remark) => writer.write({ remark }))
  yield head + last.join('') + writer.foot()
}

function fileResponse(body: ReadableStream<Uint8Array>, name: string, format: ExportFormat): Response {
  // A file is seen apart from this page, and beside those of other subnets.
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
