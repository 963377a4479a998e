import type { HTMLElement } from 'node-html-parser'
import { fieldsOf, parseHtml, textOf } from './html'
import type { RequestOptions, Visitor } from './visitor'

const maxRedirects = 10

/**
 * An imitation of a browser without scripts and styles. It follows redirects, keeps cookies, and posts a page's forms
 * with their fields and a browser's headers. It is much faster than a real browser.
 */
export class PlainBrowser {
  #url = 'about:blank'
  #html = ''
  #page = parseHtml('')
  #status = 0
  #location = ''

  /** @param headers - the headers of every request, such as a `User-Agent`. */
  constructor(
    readonly visitor: Visitor,
    readonly headers: Record<string, string> = {},
  ) {}

  /**
   * Copies this browser, with its page and its cookies.
   *
   * @param address - the URL of the instance of the app that gets the requests of the copy.
   */
  copy(address = this.visitor.address): PlainBrowser {
    const copy = new PlainBrowser(this.visitor.copy(address), this.headers)
    copy.#show(new URL(this.#url), this.#status, this.#html)
    return copy
  }

  /** The current URL, including the fragment of a redirect. */
  get url(): string {
    return this.#url
  }

  /** The status of the page; 0 before the first page. */
  get status(): number {
    return this.#status
  }

  /** The HTML of the page. */
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

  /** The text of the page's main part, including text that styles may hide. */
  get text(): string {
    return textOf(this.#page.querySelector('main'))
  }

  /** The page's message; empty if there is none. */
  get alert(): string {
    return textOf(this.#page.querySelector('[role="alert"]'))
  }

  /** The texts of the page's enabled submit buttons. */
  get buttons(): string[] {
    return this.#submitButtons().map(({ text }) => text)
  }

  /** The names of the text fields. */
  get textFields(): string[] {
    return this.#page.querySelectorAll('input:not([type])').map((input) => input.getAttribute('name') ?? '')
  }

  /** Returns the value of a field, hidden or not; undefined if it is missing. */
  valueOf(field: string): string | undefined {
    const fields = this.#page.querySelectorAll('form').flatMap(fieldsOf)
    return fields.find(([name]) => name === field)?.[1]
  }

  /** The `Location` of the last redirect. */
  get lastLocation(): string {
    return this.#location
  }

  /** The seconds after which the page reloads; null if it does not. */
  get refreshSeconds(): number | null {
    const contents = this.#page
      .querySelectorAll('meta[http-equiv="refresh"]')
      .map((meta) => meta.getAttribute('content') ?? '')
    // A refresh with a URL loads another page.
    const seconds = contents.find((content) => /^\d+$/.test(content))
    return seconds === undefined ? null : Number(seconds)
  }

  /** Opens a URL like a user who types it. A path belongs to the app. */
  async goto(address: string): Promise<void> {
    await this.#load(new URL(address, this.visitor.origin), { from: null })
  }

  /** Follows the link with this text. */
  async follow(link: string): Promise<void> {
    const pressed = this.#page.querySelectorAll('a[href]').find((element) => textOf(element) === link)
    if (!pressed) throw new Error(`${this.#url} has no link “${link}”`)
    const from = new URL(this.#url)
    await this.#load(new URL(pressed.getAttribute('href') ?? '', from), { from })
  }

  /**
   * Fills in these fields, and presses a submit button.
   *
   * @param index - the position among several buttons with this text.
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

  /** Loads a URL and follows its redirects. */
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
      // A redirect without a fragment keeps the current fragment.
      if (next.hash === '') next.hash = address.hash
      if (next.origin !== address.origin && site === 'same-origin') site = 'same-site'
      address = next
      // After a 307, the browser repeats the same request.
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

  /** Returns the URL of an immediate refresh. */
  #refreshAtOnce(): string | undefined {
    const refresh = this.#page.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content') ?? ''
    return /^0; url=(.+)$/.exec(refresh)?.[1]
  }

  /** Returns the submit buttons of the page, with their forms. */
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

/** Checks whether a host is this machine, because the tests must not send requests to other hosts. */
function isThisMachine({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
