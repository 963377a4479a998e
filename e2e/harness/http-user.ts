import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { App } from './app'
import { connectForm, hiddenFields } from './html'
import { walletAddress } from './people'
import { signInAtApp } from './sign-in'

/** What a user without a browser has in front of them. */
export type Shown =
  /** The browser was sent to `return_url`, which has left this site. */
  | { kind: 'connected'; returnUrl: string }
  /** The page with the form; `waitSeconds` until an open page presses by itself. */
  | { kind: 'form'; html: string; waitSeconds: number | null }
  | { kind: 'other page'; html: string }
  | { kind: 'error'; status: number }

/**
 * A user who sends what a browser would, by HTTP alone, so that hundreds of them cost little. They can be sent to
 * another instance of the app with each request, as behind a proxy.
 */
export class HttpUser {
  readonly #cookies = new Map<string, string>()

  /**
   * @param origin - what browsers call the app.
   * @param address - where an instance of it listens, asked for with each request.
   */
  constructor(
    readonly origin: string,
    readonly address: () => string,
  ) {}

  /** The same browser, or a copy of its cookies, at another instance. */
  copy(address = this.address): HttpUser {
    const copy = new HttpUser(this.origin, address)
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value)
    return copy
  }

  async signIn(app: App, name: string): Promise<void> {
    for (const { name: cookie, value } of await signInAtApp(app, name)) this.#cookies.set(cookie, value)
  }

  /** Opens a link that leads to the app. */
  async open(link: string): Promise<Shown> {
    return this.#follow(link)
  }

  /** Presses Connect on a page that was shown. */
  async press(html: string, fields: Record<string, string> = {}): Promise<Shown> {
    const hidden = hiddenFields(html, connectForm)
    return this.#follow('/connect/confirm', { ...hidden, wallet_address: walletAddress, ...fields })
  }

  async #follow(path: string, form?: Record<string, string>): Promise<Shown> {
    let target = new URL(path, this.origin)
    let posted = form
    for (let hops = 0; hops < 5; hops += 1) {
      const answer = await this.#send(target, posted)
      if (answer.location === undefined) return shown(answer)
      target = new URL(answer.location, target)
      if (target.origin !== this.origin) return { kind: 'connected', returnUrl: answer.location }
      // A 307 has the browser send the same again.
      if (answer.status !== 307) posted = undefined
    }
    return { kind: 'error', status: 310 }
  }

  /** Not by fetch, which says of itself that it does not navigate. */
  async #send(target: URL, form: Record<string, string> | undefined): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const encoded = form && new Response(formData(form))
    const body = encoded && Buffer.from(await encoded.arrayBuffer())
    const asked = request(this.address() + target.pathname + target.search, {
      method: body ? 'POST' : 'GET',
      headers: {
        Cookie: cookie,
        ...(body && {
          Origin: this.origin,
          'Content-Type': encoded.headers.get('Content-Type') ?? '',
          'Content-Length': body.length,
        }),
      },
    })
    asked.end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) this.#keep(line)
    const { statusCode: status = 0, headers } = response
    return { status, location: headers.location, html: await text(response) }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

interface Answer {
  status: number
  location: string | undefined
  html: string
}

function shown({ status, html }: Answer): Shown {
  if (status >= 400) return { kind: 'error', status }
  if (!html.includes('name="wallet_address"')) return { kind: 'other page', html }
  return { kind: 'form', html, waitSeconds: waitIn(html) }
}

function formData(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** The wait as the page's script is given it, in the data that React starts from. */
function waitIn(html: string): number | null {
  const [, seconds] = /\\"kind\\":\\"wait\\",\\"secondsLeft\\":(\d+)/.exec(html) ?? []
  return seconds === undefined ? null : Number(seconds)
}
