import 'server-only'
import { config } from '@/lib/config'
import { formatDay } from '@/lib/format'
import { log } from '@/lib/log'
import { consoleMessages } from '@/lib/messages/console'
import { byteOrderMark, csvRow, type CsvColumn } from './csv'
import { callBounds, reportProblem, type ServiceCall } from './service'

const formats = ['csv', 'json'] as const
type ExportFormat = (typeof formats)[number]

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Rows are sent together until they are as long as this. */
const chunkCharacters = 32 * 1024

/** What a route handler exports. */
export interface Export<Row> {
  /** Names the file: `balances` becomes `staging-balances-2026-01-31.csv`. */
  name: string
  /** The columns of the CSV. JSON has the rows as they are. */
  columns: readonly CsvColumn<Row>[]
  /** Gives all rows, one by one: a walk of the service's client, with the bounds that it is handed. */
  rows: ServiceCall<AsyncIterable<Row>>
}

/**
 * Answers with all rows as a file, in the format that the query asks for (`?format=csv` or `json`). The
 * handler has called `requireOperator()` before.
 *
 * ```ts
 * export async function GET(request: Request): Promise<Response> {
 *   await requireOperator()
 *   return exportResponse(request, {
 *     name: 'balances',
 *     columns: [{ name: 'bolts', value: (balance) => balance.bolts }],
 *     rows: (access, options) => walkBalances(access, {}, options),
 *   })
 * }
 * ```
 *
 * The first row is waited for: what fails until then is told in words, with status 502. After it, rows
 * go out as fast as they are taken, in constant memory, and who leaves ends the walk.
 */
export async function exportResponse<Row>(request: Request, { name, columns, rows }: Export<Row>): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('format')
  const format = formats.find((format) => format === asked)
  if (!format) return textResponse(400, consoleMessages.export.unknownFormat)

  const { access, options } = callBounds()
  const leaving = new AbortController()
  const all = rows(access, { ...options, signal: leaving.signal })
  const pieces = format === 'csv' ? csvPieces(all, columns) : jsonPieces(all)
  try {
    const first = await pieces.next()
    log().info({ event: 'export', name, format })
    return fileResponse(streamOf(first, pieces, leaving), name, format)
  } catch (error) {
    const { title, text } = consoleMessages.problems[reportProblem(error).kind]
    return textResponse(502, [consoleMessages.export.failed, title, text].join('\n'))
  }
}

type Pieces = AsyncGenerator<string, void, undefined>

async function* csvPieces<Row>(rows: AsyncIterable<Row>, columns: readonly CsvColumn<Row>[]): Pieces {
  let head = byteOrderMark + csvRow(columns.map(({ name }) => name))
  for await (const row of rows) {
    yield head + csvRow(columns.map(({ value }) => value(row)))
    head = ''
  }
  yield head
}

async function* jsonPieces<Row>(rows: AsyncIterable<Row>): Pieces {
  let head = '[\n'
  for await (const row of rows) {
    yield head + JSON.stringify(row)
    head = ',\n'
  }
  yield head === '[\n' ? '[]\n' : '\n]\n'
}

function streamOf(first: IteratorResult<string>, pieces: Pieces, leaving: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          let chunk = ''
          for (; !next.done && chunk.length < chunkCharacters; next = await pieces.next()) chunk += next.value
          controller.enqueue(encoder.encode(chunk))
          if (next.done) controller.close()
        } catch (error) {
          if (leaving.signal.aborted) return
          // Not closed but broken off, so that the browser calls the download failed: a file that ends
          // early and looks complete would be believed.
          controller.error(new Error(`The export broke off: ${reportProblem(error).kind}.`))
        }
      },
      async cancel() {
        leaving.abort()
        await pieces.return()
      },
    },
    // Nothing is made ahead of what is taken: the walk looks one page ahead by itself.
    { highWaterMark: 0 },
  )
}

function fileResponse(body: ReadableStream<Uint8Array>, name: string, format: ExportFormat): Response {
  // The environment is in the name, since files outlive the page that they came from.
  const fileName = `${config().service.environment}-${name}-${formatDay(new Date())}.${format}`
  return new Response(body, {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}

function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
