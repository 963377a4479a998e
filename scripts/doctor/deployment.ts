import { z } from 'zod'
import { isHttpsOrLoopback } from '../../lib/service'
import { sendRequest, type HttpRequest, type HttpResponse } from '../checks/http'

/** What a browser sends as a person opens a page, which the app tells from an image, a frame or a script. */
const navigationHeaders = {
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
  'User-Agent': 'subnet-connect-doctor',
}

/** An address of documentation (RFC 5737) that no client has. */
export const madeUpAddress = '192.0.2.77'

/** What `app/api/doctor/route.ts` answers to who has the METRICS_TOKEN. */
const diagnosisBody = z.object({
  version: z.string(),
  trustedProxyHops: z.number(),
  /** `X-Forwarded-For` of this very request as it reached the app; null where it had none. */
  forwardedFor: z.string().nullable(),
})

export type Diagnosis = z.infer<typeof diagnosisBody>

/** A running deployment, as browsers reach it. Each request can throw an UnreachableError. */
export class Deployment {
  #signInPage: Promise<HttpResponse> | undefined

  /** @param plainOrigin - where it can be reached over plain http. @default port 80, if its own port is 443 */
  constructor(
    readonly origin: URL,
    private readonly metricsToken?: string,
    readonly plainOrigin = origin.port === '' ? new URL(`http://${origin.host}`) : undefined,
  ) {}

  get isHttps(): boolean {
    return this.origin.protocol === 'https:'
  }

  /** Opens an address of the app as a browser would, without any cookie. */
  open(path: string, { headers, ...request }: HttpRequest = {}): Promise<HttpResponse> {
    return sendRequest(new URL(path, this.origin), { ...request, headers: { ...navigationHeaders, ...headers } })
  }

  /** The sign-in page, requested once for all checks that look at it. */
  signInPage(): Promise<HttpResponse> {
    return (this.#signInPage ??= this.open('/signin?callbackUrl=%2Fconnect%2Fconfirm'))
  }

  /** Its version, and how a request from a made-up address reached it; undefined if it does not tell. */
  async diagnosis(): Promise<Diagnosis | undefined> {
    const { status, text } = await this.openDiagnosis('', { 'X-Forwarded-For': madeUpAddress })
    return status === 200 ? diagnosisBody.parse(JSON.parse(text)) : undefined
  }

  /** Opens the page for the doctor. Its status is 200 if it tells. */
  openDiagnosis(query: string, headers: Record<string, string>): Promise<HttpResponse> {
    // The token is sent over https, or to this machine.
    const token = isHttpsOrLoopback(this.origin) ? this.metricsToken : undefined
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    return this.open(`/api/doctor${query}`, { headers: { ...headers, ...authorization } })
  }
}
