import { sendRequest, type HttpRequest, type HttpResponse } from './http'

/** What a browser sends as a person opens a page, which the app tells from an image, a frame or a script. */
const navigationHeaders = {
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
  'User-Agent': 'subnet-connect-doctor',
}

/** A running deployment, as browsers reach it. */
export class Deployment {
  #signInPage: Promise<HttpResponse> | undefined

  constructor(readonly origin: URL) {}

  get isHttps(): boolean {
    return this.origin.protocol === 'https:'
  }

  /**
   * Opens an address of the app as a browser would, without any cookie unless one is given.
   *
   * @throws UnreachableError
   */
  open(path: string, { headers, ...request }: HttpRequest = {}): Promise<HttpResponse> {
    return sendRequest(new URL(path, this.origin), { ...request, headers: { ...navigationHeaders, ...headers } })
  }

  /** The sign-in page, requested once for all checks that look at it. */
  signInPage(): Promise<HttpResponse> {
    return (this.#signInPage ??= this.open('/signin?callbackUrl=%2Fconnect%2Fconfirm'))
  }
}
