import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { SessionCookie } from '../harness/sign-in'

export const startTimeoutMs = 20_000

/** A browser with one window, with the functions that the connect flow needs. */
export interface Engine {
  /** The requested size of the window's page. */
  readonly size: Size
  /** Goes to a URL, and waits until the page has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  url(): Promise<string>
  /** Returns the value of a JavaScript expression on the page. */
  evaluate(expression: string): Promise<unknown>
  /** Replaces the text of a field by typing. The field is a JavaScript expression. */
  type(field: string, text: string): Promise<void>
  /** Clicks the middle of an element. The element is a JavaScript expression. */
  click(element: string): Promise<void>
  /** Replaces all cookies of the open page's site. */
  setCookies(cookies: readonly SessionCookie[]): Promise<void>
  /** Takes a screenshot of the window as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** The size of the window's page, in pixels. */
export interface Size {
  width: number
  height: number
}

/** Programs that run until they are stopped. */
export class Programs {
  readonly #running: ChildProcess[] = []

  /**
   * Starts a program. It can write to file descriptor 3.
   *
   * @returns a promise that rejects if the program does not start or ends by itself.
   */
  start(
    debianPackage: string,
    name: string,
    options: string[],
    variables: Record<string, string> = {},
  ): { child: ChildProcess; failure: Promise<never> } {
    const child = spawn(name, options, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    this.#running.push(child)
    const failure = Promise.race([once(child, 'exit'), once(child, 'error')]).then(([problem]) => {
      throw new Error(`${name} does not run: install it, as with Debian's package ${debianPackage}`, { cause: problem })
    })
    // The promise also rejects after a normal stop, when no code waits for it.
    failure.catch(() => {})
    return { child, failure }
  }

  /** Stops all programs, the last one first, and waits until each has ended. */
  async stop(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      child.kill()
      await exit
    }
  }
}

/** Waits until a server answers. */
export async function answers(url: string): Promise<void> {
  const isThere = async () => (await fetch(url)).ok
  await until(isThere, `Nothing answers at ${url}.`)
}

/**
 * Waits until a check returns true. A check that throws counts as false.
 *
 * @throws Error with the message after a timeout
 */
export async function until(isSo: () => Promise<boolean>, message: string): Promise<void> {
  const endsAt = Date.now() + startTimeoutMs
  while (Date.now() < endsAt) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(message)
}
