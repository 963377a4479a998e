import { attributeOf, firstElement, textOf } from './html'
import { formsOf } from './html-forms'
import type { App } from './app'
import { signInAtApp } from './sign-in'
import { Visitor, type RequestOptions } from './visitor'

const maxRedirects = 10

/**
 * A browser that runs no scripts, by HTTP alone: it follows redirects, keeps cookies, and posts a page's forms with
 * their fields and the headers of a browser. It costs little beside a real one; plain-browser.spec.ts shows that both
 * send the same. It reads the HTML that React renders, and knows no styles.
 */
export class PlainBrowser {
  #url = 'about:blank'
  #html = ''
  #location = ''

  /** @param headers - sent with every request, such as a `User-Agent`. */
  constructor(
    readonly visitor: Visitor,
    readonly headers: Record<string, string> = {},
  ) {}

  /** A browser of somebody who has signed in to the app with the demo login. */
  static async signedIn(app: App, name: string): Promise<PlainBrowser> {
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.signIn(app, name)
    return browser
  }

  /** Has somebody signed in, in place of whoever was. */
  async signIn(app: App, name: string): Promise<void> {
    for (const { name: cookie, value } of await signInAtApp(app, name)) this.visitor.cookies.set(cookie, value)
  }

  /** Where it is: the fragment of a redirect included. */
  get url(): string {
    return this.#url
  }

  /** The page as it came. */
  get html(): string {
    return this.#html
  }

  get heading(): string {
    return textOf(firstElement(this.#html, /<h1\b/))
  }

  /** The text of the page's main part, that which styles may hide included. */
  get text(): string {
    return textOf(firstElement(this.#html, /<main\b/))
  }

  /** The page's own message; empty where there is none. */
  get alert(): string {
    return textOf(firstElement(this.#html, /<\w+\b[^>]*\brole="alert"/))
  }

  /** What the submit buttons of the page say that can be pressed. */
  get buttons(): string[] {
    return this.#submitButtons().map(({ text }) => text)
  }

  /** The names of the fields that a text can be typed into. */
  get textFields(): string[] {
    const inputs = [...this.#html.matchAll(/<input\b[^>]*>/g)].map(([html]) => html)
    return inputs.filter((html) => !attributeOf(html, 'type')).map((html) => attributeOf(html, 'name') ?? '')
  }

  /** The value of a field of the page, hidden or not; undefined where there is no such field. */
  valueOf(field: string): string | undefined {
    const fields = formsOf(this.#html).flatMap((form) => form.fields)
    return fields.find(([name]) => name === field)?.[1]
  }

  /** Where the last redirect led, as it was written. */
  get lastLocation(): string {
    return this.#location
  }

  /** After how many seconds the page is loaded again by itself; null where it is not. */
  get refreshSeconds(): number | null {
    const [, seconds] = /http-equiv="refresh" content="(\d+)"/i.exec(this.#html) ?? []
    return seconds === undefined ? null : Number(seconds)
  }

  /** Opens an address, as one that is typed. A path is the app's. */
  async goto(address: string): Promise<void> {
    await this.#load(new URL(address, this.visitor.origin), { from: null })
  }

  /** Presses a submit button, with these fields filled in. */
  async press(button: string, typed: Record<string, string> = {}): Promise<void> {
    const pressed = this.#submitButtons().find(({ text }) => text === button)
    if (!pressed) throw new Error(`${this.#url} has no button “${button}”, but: ${this.buttons.join(', ')}`)
    const fields = { ...Object.fromEntries(formsOf(pressed.form)[0]?.fields ?? []), ...typed, ...pressed.field }
    const from = new URL(this.#url)
    const action = attributeOf(pressed.form, 'action')
    const target = action ? new URL(action, from) : from
    if (attributeOf(pressed.form, 'enctype')) return this.#load(target, { from, posted: { form: fields } })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: from.origin }
    await this.#load(target, { from, posted: { body: new URLSearchParams(fields).toString(), headers } })
  }

  /** Loads an address and wherever it leads to. */
  async #load(target: URL, { from, posted }: { from: URL | null; posted?: RequestOptions }): Promise<void> {
    let address = target
    let request = posted
    let site = from ? 'same-origin' : 'none'
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      if (!isThisMachine(address)) return this.#show(address, '')
      const answer = await this.visitor.send(address.href, {
        ...request,
        headers: {
          'Upgrade-Insecure-Requests': '1',
          'Sec-Fetch-Dest': 'document',
          'Sec-Fetch-Mode': 'navigate',
          'Sec-Fetch-Site': site,
          'Sec-Fetch-User': '?1',
          // The app's policy is `same-origin`.
          ...(from?.origin === address.origin ? { Referer: from.href.replace(from.hash, '') } : {}),
          ...this.headers,
          ...request?.headers,
        },
      })
      if (answer.location === '') return this.#show(address, answer.body)
      this.#location = answer.location
      const next = new URL(answer.location, address)
      // A redirect that names no fragment keeps the one that was there.
      if (next.hash === '') next.hash = address.hash
      if (next.origin !== address.origin && site === 'same-origin') site = 'same-site'
      address = next
      // A 307 has the browser send the same again.
      if (answer.status !== 307) request = undefined
    }
    throw new Error(`${target.origin}${target.pathname} redirects for ever`)
  }

  #show(address: URL, html: string): void {
    this.#url = address.href
    this.#html = html
  }

  /** The submit buttons of the page, each with the HTML of the form that it posts. */
  #submitButtons(): { text: string; field: Record<string, string>; form: string }[] {
    const forms = [...this.#html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    const buttons = [...this.#html.matchAll(/<button\b[^>]*>[\s\S]*?<\/button>/g)]
    return buttons.flatMap(({ 0: html, index }) => {
      const formId = attributeOf(html, 'form')
      const form = forms.find(({ 0: candidate, index: start }) =>
        formId === undefined
          ? start < index && index < start + candidate.length
          : attributeOf(candidate, 'id') === formId,
      )
      if (!form || attributeOf(html, 'type') === 'button' || attributeOf(html, 'disabled') !== undefined) return []
      const name = attributeOf(html, 'name')
      const field = name === undefined ? {} : { [name]: attributeOf(html, 'value') ?? '' }
      return [{ text: textOf(html), field, form: form[0] }]
    })
  }
}

/** Every host of these tests is this machine; none of others is asked. */
function isThisMachine({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
