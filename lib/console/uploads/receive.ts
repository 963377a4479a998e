import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { reportProblem } from '@/lib/console/service'
import { log } from '@/lib/log'
import { newNonce, securityHeaders } from '@/lib/security-headers'
import { uploadBatch } from '@/lib/service'
import { uploadHeaders, type UploadAnswer } from './upload-answer'

/** How long the rest of a file that is not wanted any more is read, so that the answer is heard. */
const lingerMs = 2000

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
        .regex(/^\P{Cc}*$/u),
    ),
  adminJwt: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/)
    .optional(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

/**
 * Answers a POST whose body is a file: hands it on to the service as it comes, and holds none of it. The
 * handler has called `requireOperator()` before.
 *
 * The proxy does not see these requests, since Next would cut their bodies for it: what it does for all
 * others is done here. Who leaves ends the upload; where the service refuses, the browser is told at once.
 */
export async function receiveUpload(request: Request): Promise<Response> {
  // A route handler has none of the checks that Next makes for a server action.
  if (!isFromThisApp(request.headers)) return answer(403, { kind: 'invalid' })
  const parsed = headers.safeParse({
    fileName: request.headers.get(uploadHeaders.fileName) ?? undefined,
    adminJwt: request.headers.get(uploadHeaders.adminJwt) ?? undefined,
    sizeBytes: request.headers.get('Content-Length') ?? undefined,
  })
  if (!parsed.success || !request.body) return answer(400, { kind: 'invalid' })

  const { fileName, adminJwt, sizeBytes } = parsed.data
  const credential = adminJwt === undefined ? 'key' : 'jwt'
  const body = request.body.getReader()
  const content = lent(body)
  try {
    const file = { name: fileName, content: content.stream, sizeBytes }
    const batch = await uploadBatch(config().service, file, { signal: request.signal, adminJwt })
    log().info({ event: 'upload', credential, sizeBytes, queued: batch.queued, failed: batch.failed })
    return answer(200, { kind: 'taken', batch })
  } catch (error) {
    if (request.signal.aborted || content.hasFailed()) {
      log().info({ event: 'upload left', credential, sizeBytes })
      return new Response(null, { status: 499 })
    }
    const problem = reportProblem(error, adminJwt === undefined ? [] : [adminJwt])
    return answer(502, { kind: 'failed', problem })
  } finally {
    void letGo(body)
  }
}

function isFromThisApp(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return headers.get('Origin') === config().app.origin && (site === null || site === 'same-origin')
}

/** The body, as a stream that can be given up without giving up the connection, on which the answer goes out. */
function lent(body: ReadableStreamDefaultReader<Uint8Array>) {
  let hasFailed = false
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await body.read()
          if (chunk.done) controller.close()
          else controller.enqueue(chunk.value)
        } catch (error) {
          hasFailed = true
          throw error
        }
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, hasFailed: () => hasFailed }
}

/**
 * Reads on for a moment, and lets go of the connection then (RFC 9112, 9.6): closed at once, with bytes
 * on their way that nobody reads, it could take an answer with it that the browser has not read yet.
 */
async function letGo(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const endsAt = Date.now() + lingerMs
  const timer = setTimeout(() => void body.cancel().catch(() => {}), lingerMs)
  try {
    while (Date.now() < endsAt && !(await body.read()).done);
  } catch {
    // The browser has left: there is nothing to be let go of.
  } finally {
    clearTimeout(timer)
    await body.cancel().catch(() => {})
  }
}

function answer(status: number, body: UploadAnswer): Response {
  const { isHttps, isDevelopment } = config().app
  return Response.json(body, {
    status,
    headers: securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid: false }),
  })
}
