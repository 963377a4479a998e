import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { audit, type Staff } from '@/lib/audit'
import { config } from '@/lib/config'
import { reportProblem } from '@/lib/console/shared/service'
import { log } from '@/lib/log'
import { countUpload, countUploadBytes } from '@/lib/metrics'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { uploadBatch, type BatchUpload } from '@/lib/service'
import { claimFile, keepBatch, type Batch, type FileClaim } from './batches'
import { adminJwtPattern, isCertainRefusal, uploadHeaders, type SentFile, type UploadResponse } from './protocol'

/** How long the rest of a refused file is still read, so that the browser gets the response. */
const drainMs = 2000

const headers = z.object({
  fileName: z
    .string()
    .transform((value, context) => {
      try {
        return decodeURIComponent(value)
      } catch {
        context.addIssue({ code: 'custom' })
        return z.NEVER
      }
    })
    .pipe(
      z
        .string()
        .trim()
        .min(1)
        .max(255)
        .regex(/^(?!\.\.?$)[^\p{Cc}\p{Zl}\p{Zp}/\\]*$/u),
    ),
  adminJwt: z.string().regex(adminJwtPattern).optional(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  isAgain: z
    .string()
    .optional()
    .transform((value) => value !== undefined),
})

/** The same bytes were sent before, and the request does not say to send them again. */
class SentBeforeError extends Error {
  override readonly name = 'SentBeforeError'
  constructor(readonly earlier: SentFile) {
    super('The file was sent before.')
  }
}

/**
 * Handles a POST whose body is a file, and streams it to the service without storing it. The route handler
 * must call `operatorOrRefusal()` first.
 *
 * `proxy.ts` leaves these requests out, since Next would truncate their bodies for a proxy. So the security headers
 * are set here. If the service refuses, the browser gets the response at once, without sending the rest.
 *
 * The end of the file is held back until its SHA-256 is known. If the same bytes were sent before, the upload
 * breaks off there, so the service never gets the whole file. The upload also ends when the browser disconnects
 * before the end of the file. After it, the response is waited for all the same, and the batch is kept.
 *
 * The audit has each upload that the service has answered, or that may have reached it whole.
 *
 * @param operator - who sends it.
 */
export async function receiveUpload(request: Request, operator: Staff): Promise<Response> {
  // Next checks the origin of server actions, but not of route handlers.
  if (!isFromThisApp(request.headers)) return jsonResponse(403, { kind: 'invalid' })
  const parsed = headers.safeParse({
    fileName: request.headers.get(uploadHeaders.fileName) ?? undefined,
    adminJwt: request.headers.get(uploadHeaders.adminJwt) ?? undefined,
    sizeBytes: request.headers.get('Content-Length') ?? undefined,
    isAgain: request.headers.get(uploadHeaders.sendAgain) ?? undefined,
  })
  if (!parsed.success || !request.body) return jsonResponse(400, { kind: 'invalid' })

  const { fileName, adminJwt, sizeBytes, isAgain } = parsed.data
  const credential = adminJwt === undefined ? 'key' : 'jwt'
  const body = request.body.getReader()
  let sent: { claim: FileClaim; batch: Omit<Batch, 'result'> } | undefined
  const content = borrowBody(body, async ({ sha256, sizeBytes }) => {
    const claim = await claimFile(sha256, { at: Date.now(), fileName, by: operator.name }, { isAgain })
    if ('earlier' in claim) throw new SentBeforeError(claim.earlier)
    sent = { claim, batch: { fileName, sizeBytes, sha256, by: operator.name, credential } }
  })
  const abortController = new AbortController()
  const leave = () => {
    log().info({ event: 'upload left', credential, sizeBytes })
    // From the end of the file on, the service may accept it, and its response must not be lost.
    if (!sent) abortController.abort(request.signal.reason)
  }
  request.signal.addEventListener('abort', leave, { once: true })
  if (request.signal.aborted) leave()
  try {
    const file = { name: fileName, content: content.stream, sizeBytes }
    let batch: BatchUpload
    try {
      batch = await uploadBatch(config().service, file, { signal: abortController.signal, adminJwt })
    } finally {
      // A service that refuses early may answer while the end of the file is being claimed.
      await content.settle()
    }
    const { id, queued, failed } = batch
    audit(operator, { action: 'upload', what: id, sizeBytes }, { credential, queued, failed })
    countUpload('taken')
    await sent?.claim.setBatch(batch.id)
    const isKept = sent !== undefined && (await keepBatch({ ...sent.batch, result: batch }))
    return jsonResponse(200, { kind: 'taken', batch, isKept })
  } catch (error) {
    if (error instanceof SentBeforeError) {
      log().info({ event: 'upload sent before', credential, sizeBytes })
      return jsonResponse(409, { kind: 'sent_before', earlier: error.earlier })
    }
    if (abortController.signal.aborted || content.hasFailed()) {
      countUpload('left')
      return new Response(null, { status: 499 })
    }
    countUpload('failed')
    const problem = reportProblem(error, adminJwt === undefined ? [] : [adminJwt])
    audit(operator, { action: 'upload', what: problem.kind, sizeBytes }, { credential })
    if (sent && isCertainRefusal(problem.kind)) await sent.claim.release()
    else if (sent) await keepBatch({ ...sent.batch, result: null })
    return jsonResponse(502, { kind: 'failed', problem })
  } finally {
    request.signal.removeEventListener('abort', leave)
    void drain(body)
  }
}

function isFromThisApp(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return headers.get('Origin') === config().app.origin && (site === null || site === 'same-origin')
}

/**
 * The body as a stream that can be cancelled without closing the connection, which still carries the response.
 *
 * @param onEnd - called before the last chunk is handed on; the stream fails if it throws.
 */
function borrowBody(
  body: ReadableStreamDefaultReader<Uint8Array>,
  onEnd: (file: Pick<Batch, 'sha256' | 'sizeBytes'>) => Promise<void>,
) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let hasFailed = false
  let isSettled = false
  let ending: Promise<void> | undefined
  let heldBack: Uint8Array | undefined

  async function read() {
    try {
      return await body.read()
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  function handOn(controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array): void {
    countUploadBytes(chunk.byteLength)
    controller.enqueue(chunk)
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await read()
          if (isSettled) return
          if (done) {
            await (ending = onEnd({ sha256: hash.digest('hex'), sizeBytes }))
            if (heldBack) handOn(controller, heldBack)
            return controller.close()
          }
          hash.update(value)
          sizeBytes += value.byteLength
          const next = heldBack
          heldBack = value
          if (next) return handOn(controller, next)
        }
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    hasFailed: () => hasFailed,
    /** Waits for an `onEnd` that is under way. None is called from then on. */
    settle: async () => {
      isSettled = true
      await ending?.catch(() => {})
    },
  }
}

/**
 * Reads on for a moment before the connection is closed (RFC 9112, 9.6). If it were closed while the browser
 * is still sending, the browser could lose the response.
 */
async function drain(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const endsAt = Date.now() + drainMs
  const timer = setTimeout(() => void body.cancel().catch(() => {}), drainMs)
  try {
    while (Date.now() < endsAt && !(await body.read()).done);
  } catch {
    // The browser has disconnected already.
  } finally {
    clearTimeout(timer)
    await body.cancel().catch(() => {})
  }
}

const jsonResponse = (status: number, body: UploadResponse) => withSecurityHeaders(Response.json(body, { status }))

/** A response to an upload with the headers that `proxy.ts` gives to all others. */
export function withSecurityHeaders(response: Response): Response {
  const { isHttps, isDevelopment } = config().app
  const headers = securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid: false })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
