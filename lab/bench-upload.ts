import { once } from 'node:events'
import { request, type OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { uploadHeaders } from '../app/console/uploads/post-file'
import { uploadPath } from '../lib/request/paths'
import { operatorName } from '../e2e/harness/people'
import { peakMemoryMegabytes } from '../e2e/harness/process-cost'
import { cookieHeader, signInAtApp } from '../e2e/harness/sign-in'
import { check, secondsOf } from './bench/measure'
import { startDeployment } from './programs'

/*
 * Streams 1 GB through the app's upload handler and then directly to the stand-in. Measures the overhead and the memory
 * of the app.
 */

const megabyte = 1_000_000
const megabytes = 1000
const row = `${'01ARZ3NDEKTSV4RRFFQ69G5FAV,start,'.padEnd(99, 'x')}\n`
const block = Buffer.from(row.repeat(megabyte / row.length))
const header = 'task_id,event,note\n'
const rows = (megabytes * megabyte) / row.length
const fileBytes = header.length + megabytes * megabyte

async function* file() {
  yield Buffer.from(header)
  for (let sent = 0; sent < megabytes; sent += 1) yield block
}

async function send(url: string, headers: OutgoingHttpHeaders, body: AsyncIterable<Buffer>): Promise<string> {
  const call = request(url, { method: 'POST', headers })
  const answered = once(call, 'response')
  await pipeline(Readable.from(body), call)
  const [response] = await answered
  return text(response)
}

const { standIn, app, control } = await startDeployment()
const peakNow = () => Math.round(peakMemoryMegabytes(app.processId))
const before = peakNow()
let answer = ''
const throughApp = await secondsOf(async () => {
  answer = await send(
    app.origin + uploadPath,
    {
      Cookie: cookieHeader(await signInAtApp(app, operatorName)),
      Origin: app.origin,
      'Content-Type': 'text/csv',
      'Content-Length': fileBytes,
      [uploadHeaders.fileName]: 'bench.csv',
    },
    file(),
  )
})
check(answer.includes(`"queued":${rows}`), `the app answered ${answer}`)
const peak = peakNow()

const boundary = 'a-boundary-of-this-bench'
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="csv_file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n`
const closing = `\r\n--${boundary}--\r\n`
const straight = await secondsOf(async () => {
  answer = await send(
    `${standIn.baseUrl}/subnets/${standIn.subnetId}/task_batch_uploads`,
    {
      Authorization: `Bearer ${standIn.apiKey}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': opening.length + fileBytes + closing.length,
    },
    (async function* () {
      yield Buffer.from(opening)
      yield* file()
      yield Buffer.from(closing)
    })(),
  )
})
check(answer.includes(`"queued":${rows}`), `the stand-in answered ${answer}`)
const received = await control.received('upload')
check(
  received.every(({ upload }) => upload?.bytes === fileBytes),
  `${fileBytes} bytes were sent, and others arrived`,
)

console.log(`\n1 GB through the app       ${throughApp.toFixed(1)} s   ${Math.round(megabytes / throughApp)} MB/s`)
console.log(`1 GB directly              ${straight.toFixed(1)} s   ${Math.round(megabytes / straight)} MB/s`)
console.log(`throughput, app : direct   ${(straight / throughApp).toFixed(2)}`)
console.log(`the app's peak memory      ${peak} MB (${before} MB before)`)
