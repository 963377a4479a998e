import { follow } from './deadline'
import type { Pace } from './pace'
import { smallerPage, type Page } from './pages'

/** A page to request: which one, and how many results it has at most. */
export interface PageRequest {
  page: number
  limit: number
}

/** The requests of a walk: several pages at a time are under way, and come out in order. */
export class WalkRequests<Item> {
  readonly #send: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
  readonly #pace: Pace
  readonly #signal: AbortSignal | undefined
  readonly #underway: { request: PageRequest; page: Promise<Page<Item>> }[] = []
  #next: PageRequest
  /** Aborts what is under way. */
  #controller = new AbortController()
  #release = () => {}

  constructor(
    pageSize: number,
    {
      send,
      pace,
      signal,
    }: {
      send: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
      pace: Pace
      signal: AbortSignal | undefined
    },
  ) {
    this.#next = { page: 1, limit: pageSize }
    this.#send = send
    this.#pace = pace
    this.#signal = signal
    this.#follow()
  }

  /** How many pages are under way. */
  get count(): number {
    return this.#underway.length
  }

  /** Number of the page that is requested next. */
  get nextPage(): number {
    return this.#next.page
  }

  /** Requests one more page. */
  add(): void {
    const request = this.#next
    this.#next = { ...request, page: request.page + 1 }
    const { signal } = this.#controller
    const page = this.#pace.run(() => this.#send(request, signal), signal)
    // A page that nobody awaits, because the walk ends early, must not be an unhandled rejection.
    page.catch(() => {})
    this.#underway.push({ request, page })
  }

  /** Hands out the first page under way, or requests it. */
  take(): { request: PageRequest; page: Promise<Page<Item>> } {
    if (this.#underway.length === 0) this.add()
    const [first] = this.#underway.splice(0, 1)
    if (first === undefined) throw new TypeError('A page that has just been requested is under way.')
    return first
  }

  /**
   * Goes on with smaller pages, from a page on that turned out to be too large.
   *
   * @returns false where its pages cannot be smaller.
   */
  shrink(from: PageRequest): boolean {
    const smaller = smallerPage(from)
    if (smaller === undefined) return false
    this.close()
    this.#underway.length = 0
    this.#controller = new AbortController()
    this.#follow()
    this.#next = smaller
    return true
  }

  /** Aborts what is under way. */
  close(): void {
    this.#release()
    this.#controller.abort()
  }

  #follow(): void {
    this.#release = follow(this.#signal, this.#controller)
  }
}
