import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { reportProblem } from '@/lib/console/shared/service'
import { log } from '@/lib/log'
import { newNonce, securityHeaders } from '@/lib/security-headers'
import { uploadBatch } from '@/lib/service'
import { adminJwtPattern, uploadHeaders, type UploadResponse } from './protocol'

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
        .regex(/^\P{Cc}*$/u),
    ),
  adminJwt: z.string().regex(adminJwtPattern).optional(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

/**
 * Handles a POST whose body is a file, and streams it to the service without storing it. The route handler
 * must call `requireOperator()` first.
 *
 * `proxy.ts` leaves these requests out, since Next would truncate their bodies for it. So the security headers
 * are set here. The upload ends when the browser disconnects. If the service refuses, the browser gets the
 * response at once, without sending the rest.
 */
export async function receiveUpload(request: Request): Promise<Response> {
  // Next checks the origin of server actions, but not of route handlers.
  if (!isFromThisApp(request.headers)) return jsonResponse(403, { kind: 'invalid' })
  const parsed = headers.safeParse({
    fileName: request.headers.get(uploadHeaders.fileName) ?? undefined,
    adminJwt: request.headers.get(uploadHeaders.adminJwt) ?? undefined,
    sizeBytes: request.headers.get('Content-Length') ?? undefined,
  })
  if (!parsed.success || !request.body) return jsonResponse(400, { kind: 'invalid' })

  const { fileName, adminJwt, sizeBytes } = parsed.data
  const credential = adminJwt === undefined ? 'key' : 'jwt'
  const body = request.body.getReader()
  const content = borrowBody(body)
  try {
    const file = { name: fileName, content: content.stream, sizeBytes }
    const batch = await uploadBatch(config().service, file, { signal: request.signal, adminJwt })
    log().info({ event: 'upload', credential, sizeBytes, queued: batch.queued, failed: batch.failed })
    return jsonResponse(200, { kind: 'taken', batch })
  } catch (error) {
    if (request.signal.aborted || content.hasFailed()) {
      log().info({ event: 'upload left', credential, sizeBytes })
      return new Response(null, { status: 499 })
    }
    const problem = reportProblem(error, adminJwt === undefined ? [] : [adminJwt])
    return jsonResponse(502, { kind: 'failed', problem })
  } finally {
    void drain(body)
  }
}

function isFromThisApp(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return headers.get('Origin') === config().app.origin && (site === null || site === 'same-origin')
}

/** The body as a stream that can be cancelled without closing the connection, which still carries the response. */
function borrowBody(body: ReadableStreamDefaultReader<Uint8Array>) {
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

function jsonResponse(status: number, body: UploadResponse): Response {
  const { isHttps, isDevelopment } = config().app
  return Response.json(body, {
    status,
    headers: securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid: false }),
  })
}
