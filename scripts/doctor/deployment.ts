import { z } from 'zod'
import { isHttpsOrLoopback } from '../../lib/service'
import { sendRequest, type HttpRequest, type HttpResponse } from '../checks/http'

/** The headers of a browser that opens a page. The app answers images, frames and scripts differently. */
const navigationHeaders = {
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
  'User-Agent': 'subnet-connect-doctor',
}

/** A client address for documentation (RFC 5737), which no real client has. */
export const madeUpAddress = '192.0.2.77'

/** The answer of `app/api/doctor/route.ts` to a request with the METRICS_TOKEN. */
const diagnosisBody = z.object({
  version: z.string(),
  node: z.string(),
  trustedProxyHops: z.number(),
  clientAddressHeader: z.string(),
  /** The `clientAddressHeader` that the app received with the same request; null if it received none. */
  forwardedFor: z.string().nullable(),
  /** An earlier build does not report them. */
  settings: z
    .object({
      origin: z.string(),
      /** The app's clock, in milliseconds since the epoch. */
      time: z.number(),
      fingerprints: z.object({ service: z.string(), userIds: z.string() }),
      haveUserIdsChanged: z.boolean(),
      hasOperator: z.boolean(),
      unread: z.array(z.string()),
    })
    .optional(),
})

/** Returns undefined for the answer of another program. */
function bodyIn(text: string) {
  try {
    return diagnosisBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The answer, and the times of the request and the answer by this machine's clock. */
export type Diagnosis = z.infer<typeof diagnosisBody> & { sentAt: number; receivedAt: number }

/** A running deployment under its public URL. Each request can throw an UnreachableError. */
export class Deployment {
  #signInPage: Promise<HttpResponse> | undefined
  #diagnosis: Promise<Diagnosis | undefined> | undefined

  /** @param plainOrigin - its URL over plain http. @default port 80, if the port of `origin` is 443 */
  constructor(
    readonly origin: URL,
    private readonly metricsToken?: string,
    readonly plainOrigin = origin.port === '' ? new URL(`http://${origin.host}`) : undefined,
  ) {}

  get isHttps(): boolean {
    return this.origin.protocol === 'https:'
  }

  /** The METRICS_TOKEN, if the doctor may send it: only over https or to this machine. */
  get token(): string | undefined {
    // An empty value counts as missing.
    return isHttpsOrLoopback(this.origin) && this.metricsToken ? this.metricsToken : undefined
  }

  /** Opens a path of the app like a browser without cookies. */
  open(path: string, { headers, ...request }: HttpRequest = {}): Promise<HttpResponse> {
    return sendRequest(new URL(path, this.origin), { ...request, headers: { ...navigationHeaders, ...headers } })
  }

  /** Returns the sign-in page. Requests it once for all checks. */
  signInPage(): Promise<HttpResponse> {
    return (this.#signInPage ??= this.open('/signin?callbackUrl=%2Fconnect%2Fconfirm'))
  }

  /**
   * Returns what the app reports of itself, and how a request from a made-up client address arrived. Undefined without
   * its token, or if another program answers. It makes the request once for all checks.
   */
  diagnosis(): Promise<Diagnosis | undefined> {
    return (this.#diagnosis ??= this.#requestDiagnosis('X-Forwarded-For'))
  }

  async #requestDiagnosis(header: string): Promise<Diagnosis | undefined> {
    const sentAt = Date.now()
    const { status, text } = await this.openDiagnosis('', { [header]: madeUpAddress })
    const body = status === 200 ? bodyIn(text) : undefined
    if (!body) return undefined
    const diagnosis = { ...body, sentAt, receivedAt: Date.now() }
    // Only the deployment knows which header it reads.
    return diagnosis.clientAddressHeader === header ? diagnosis : this.#requestDiagnosis(diagnosis.clientAddressHeader)
  }

  /** Opens the page for the doctor. Its status is 200 if the deployment accepts the token. */
  openDiagnosis(query: string, headers: Record<string, string>): Promise<HttpResponse> {
    const authorization = this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }
    return this.open(`/api/doctor${query}`, { headers: { ...headers, ...authorization } })
  }
}
