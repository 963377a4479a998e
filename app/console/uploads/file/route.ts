import { z } from 'zod'
import { adminJwtPattern, uploadHeaders, type UploadResponse } from '@/app/console/uploads/post-file'
import { sendFile } from '@/app/console/uploads/send'
import { audit } from '@/lib/records/audit'
import { config } from '@/lib/config'
import { operatorOrRefusal } from '@/lib/console/operator-or-refusal'
import { reportProblem } from '@/lib/console/service'
import { log } from '@/lib/log'
import type { LogEvent } from '@/lib/log/fields'
import { count, countUploadBytes } from '@/lib/metrics'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { isFromThisSite } from '@/lib/request/sender'
import { consoleTexts } from '@/lib/skin/texts'

/** How long the app reads the rest of a refused file. Otherwise, the browser could lose the response. */
const drainMs = 2000

const headers = z.object({
  fileName: z.string(),
  adminJwt: z.string().regex(adminJwtPattern).optional(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  isAgain: z.boolean(),
})

/**
 * Streams a file to the service without storing it. Next would cut the body of a request that `proxy.ts` handles, so
 * this route sets the security headers itself. If the service refuses, the browser gets the response at once. The audit
 * has each valid request, unless the file is known or did not arrive whole.
 */
export async function POST(request: Request): Promise<Response> {
  const t = consoleTexts()
  const refuse = (status: number, text: string) => respond(status, { kind: 'refused', text })
  const operator = await operatorOrRefusal(t('shared.operatorsOnly'))
  if (operator instanceof Response) return refuse(operator.status, await operator.text())
  // Next checks the origin of server actions, but not of route handlers.
  const isFromThisApp = request.headers.get('Origin') === config().app.origin && isFromThisSite(request.headers)
  if (!isFromThisApp) return refuse(403, t('uploads.refused.elsewhere'))
  const parsed = headers.safeParse({
    fileName: decoded(request.headers.get(uploadHeaders.fileName)),
    adminJwt: request.headers.get(uploadHeaders.adminJwt) ?? undefined,
    sizeBytes: request.headers.get('Content-Length') ?? undefined,
    isAgain: request.headers.has(uploadHeaders.sendAgain),
  })
  if (!parsed.success || !request.body) return refuse(400, t('uploads.refused.malformed'))

  const { fileName, ...options } = parsed.data
  const { adminJwt, sizeBytes } = options
  const credential = adminJwt === undefined ? 'key' : 'jwt'
  const note = (event: LogEvent) => log().info({ event, credential, sizeBytes })
  const body = request.body.getReader()
  try {
    const sent = await sendFile(
      config().service,
      body,
      { fileName, by: operator.name, credential },
      { ...options, signal: request.signal, onLeave: () => note('upload left'), onBytes: countUploadBytes },
    )
    if (!sent.ok) {
      count('uploads_total', 'failed')
      const problem = reportProblem(sent.error, adminJwt === undefined ? [] : [adminJwt])
      audit(operator, { action: 'upload', what: problem.kind, sizeBytes }, { credential })
      return respond(502, { kind: 'failed', problem })
    }
    const result = sent.data
    if (result.kind === 'taken') {
      const { id, queued, failed } = result.batch
      audit(operator, { action: 'upload', what: id, sizeBytes }, { credential, queued, failed })
      count('uploads_total', 'taken')
      return respond(200, result)
    }
    if (result.kind === 'sent_before') note('upload sent before')
    else count('uploads_total', 'left')
    return result.kind === 'left' ? respond(499) : respond(409, result)
  } finally {
    void drain(body)
  }
}

/** Answers like an unknown URL. Next would answer 204 or 405, and so tell a stranger of the upload. */
const unknown = () => respond(404)

export { unknown as DELETE, unknown as GET, unknown as OPTIONS, unknown as PATCH, unknown as PUT }

function decoded(name: string | null): string {
  try {
    return decodeURIComponent(name ?? '')
  } catch {
    return ''
  }
}

/** Reads on for a moment, because the browser could lose the response if the connection closed (RFC 9112, 9.6). */
async function drain(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void body.cancel().catch(() => {}), drainMs)
  try {
    while (!(await body.read()).done);
  } catch {
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Responds with the security headers, which `proxy.ts` adds to all other responses.
 *
 * @param body - none for a request that is not from the page of uploads, and for a browser that is gone.
 */
function respond(status: number, body?: UploadResponse): Response {
  const response = body ? Response.json(body, { status }) : new Response(null, { status })
  const { isHttps, isDevelopment } = config().app
  const headers = securityHeaders({ nonce: newNonce(), isHttps, isDevelopment, isAndroid: false })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
