import type { HTMLElement } from 'node-html-parser'
import type { App } from './app'
import { fieldsOf, parseHtml, textOf } from './html'
import { signInAtApp } from './sign-in'
import { Visitor, type RequestOptions } from './visitor'

const maxRedirects = 10

/**
 * A browser that runs no scripts, by HTTP alone: it follows redirects, keeps cookies, and posts a page's forms with
 * their fields and the headers of a browser. It costs little beside a real one; plain-browser.spec.ts shows that both
 * send the same. It knows no styles.
 */
export class PlainBrowser {
  #url = 'about:blank'
  #html = ''
  #page = parseHtml('')
  #status = 0
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

  /**
   * A copy of this browser on the same page, with the same cookies.
   *
   * @param address - where an instance of the app listens that the copy sends its requests to.
   */
  copy(address = this.visitor.address): PlainBrowser {
    const copy = new PlainBrowser(this.visitor.copy(address), this.headers)
    copy.#show(new URL(this.#url), this.#status, this.#html)
    return copy
  }

  /** Where it is: the fragment of a redirect included. */
  get url(): string {
    return this.#url
  }

  /** The status of the page; 0 before there is one. */
  get status(): number {
    return this.#status
  }

  /** The page as it came. */
  get html(): string {
    return this.#html
  }

  /** The elements of the page. */
  get page(): HTMLElement {
    return this.#page
  }

  get heading(): string {
    return textOf(this.#page.querySelector('h1'))
  }

  /** The text of the page's main part, that which styles may hide included. */
  get text(): string {
    return textOf(this.#page.querySelector('main'))
  }

  /** The page's own message; empty where there is none. */
  get alert(): string {
    return textOf(this.#page.querySelector('[role="alert"]'))
  }

  /** What the submit buttons of the page say that can be pressed. */
  get buttons(): string[] {
    return this.#submitButtons().map(({ text }) => text)
  }

  /** The names of the fields that a text can be typed into. */
  get textFields(): string[] {
    return this.#page.querySelectorAll('input:not([type])').map((input) => input.getAttribute('name') ?? '')
  }

  /** The value of a field of the page, hidden or not; undefined where there is no such field. */
  valueOf(field: string): string | undefined {
    const fields = this.#page.querySelectorAll('form').flatMap(fieldsOf)
    return fields.find(([name]) => name === field)?.[1]
  }

  /** Where the last redirect led, as it was written. */
  get lastLocation(): string {
    return this.#location
  }

  /** After how many seconds the page is loaded again by itself; null where it is not. */
  get refreshSeconds(): number | null {
    const contents = this.#page
      .querySelectorAll('meta[http-equiv="refresh"]')
      .map((meta) => meta.getAttribute('content') ?? '')
    // One that names an address loads another page.
    const seconds = contents.find((content) => /^\d+$/.test(content))
    return seconds === undefined ? null : Number(seconds)
  }

  /** Opens an address, as one that is typed. A path is the app's. */
  async goto(address: string): Promise<void> {
    await this.#load(new URL(address, this.visitor.origin), { from: null })
  }

  /** Presses the link with this text. */
  async follow(link: string): Promise<void> {
    const pressed = this.#page.querySelectorAll('a[href]').find((element) => textOf(element) === link)
    if (!pressed) throw new Error(`${this.#url} has no link “${link}”`)
    const from = new URL(this.#url)
    await this.#load(new URL(pressed.getAttribute('href') ?? '', from), { from })
  }

  /**
   * Presses a submit button, with these fields filled in.
   *
   * @param index - which of several buttons with this text.
   */
  async press(button: string, typed: Record<string, string> = {}, index = 0): Promise<void> {
    const pressed = this.#submitButtons().filter(({ text }) => text === button)[index]
    if (!pressed) throw new Error(`${this.#url} has no button “${button}”, but: ${this.buttons.join(', ')}`)
    const fields = { ...Object.fromEntries(fieldsOf(pressed.form)), ...typed, ...pressed.field }
    const from = new URL(this.#url)
    const action = pressed.form.getAttribute('action')
    const target = action ? new URL(action, from) : from
    if (pressed.form.getAttribute('enctype')) return this.#load(target, { from, posted: { form: fields } })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: from.origin }
    await this.#load(target, { from, posted: { body: new URLSearchParams(fields).toString(), headers } })
  }

  /** Loads an address and wherever it leads to. */
  async #load(target: URL, { from, posted }: { from: URL | null; posted?: RequestOptions }): Promise<void> {
    let address = target
    let request = posted
    const linkSite = from?.origin === target.origin ? 'same-origin' : 'same-site'
    let site = from ? linkSite : 'none'
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      if (!isThisMachine(address)) return this.#show(address, 0, '')
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
      if (answer.location === '') {
        this.#show(address, answer.status, answer.body)
        const next = this.#refreshAtOnce()
        if (next !== undefined) await this.#load(new URL(next, address), { from: address })
        return
      }
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

  #show(address: URL, status: number, html: string): void {
    this.#url = address.href
    this.#status = status
    this.#html = html
    this.#page = parseHtml(html)
  }

  /** The address that the page leads on to by itself, without waiting. */
  #refreshAtOnce(): string | undefined {
    const refresh = this.#page.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content') ?? ''
    return /^0; url=(.+)$/.exec(refresh)?.[1]
  }

  /** The submit buttons of the page, each with the form that it posts. */
  #submitButtons(): { text: string; field: Record<string, string>; form: HTMLElement }[] {
    return this.#page.querySelectorAll('button:not([type="button"]):not([disabled])').flatMap((button) => {
      const formId = button.getAttribute('form')
      const form = formId === undefined ? button.closest('form') : this.#page.querySelector(`form[id="${formId}"]`)
      if (!form) return []
      const name = button.getAttribute('name')
      const field = name === undefined ? {} : { [name]: button.getAttribute('value') ?? '' }
      return [{ text: textOf(button), field, form }]
    })
  }
}

/** Every host of these tests is this machine; none of others is asked. */
function isThisMachine({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
