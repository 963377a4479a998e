import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { SessionCookie } from '../harness/sign-in'

export const startTimeoutMs = 20_000

/** A browser with one window, whatever drives it: what the connect flow needs of it. */
export interface Engine {
  /** The size of the window's page, as it was asked for. */
  readonly size: Size
  /** Goes to an address, and waits until the page has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  url(): Promise<string>
  /** The value of a JavaScript expression on the page. */
  evaluate(expression: string): Promise<unknown>
  /** Types into a field, in place of what is there. The field is a JavaScript expression. */
  type(field: string, text: string): Promise<void>
  /** Clicks the middle of an element. The element is a JavaScript expression. */
  click(element: string): Promise<void>
  /** Cookies for the site of the page that is open; no others are left. */
  setCookies(cookies: readonly SessionCookie[]): Promise<void>
  /** A picture of the window, as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** The size of the window's page, in pixels. */
export interface Size {
  width: number
  height: number
}

/** Programs that run until they are told to stop. */
export class Programs {
  readonly #running: ChildProcess[] = []

  /**
   * Starts one. A fourth channel is there for what it has to tell.
   *
   * @returns what rejects where it cannot be started, or ends by itself.
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
    // It ends by itself once it is told to, and then nobody waits for it.
    failure.catch(() => {})
    return { child, failure }
  }

  /** Stops all, the last one first, and waits until they have. */
  async stop(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      child.kill()
      await exit
    }
  }
}

/** Waits until something answers. */
export async function answers(url: string): Promise<void> {
  const isThere = async () => (await fetch(url)).ok
  await until(isThere, `Nothing answers at ${url}.`)
}

/** Waits until this is so; what fails is not so yet. Throws with the message where it takes too long. */
export async function until(isSo: () => Promise<boolean>, message: string): Promise<void> {
  const endsAt = Date.now() + startTimeoutMs
  while (Date.now() < endsAt) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(message)
}
