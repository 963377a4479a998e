import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import getPort from 'get-port'

const startTimeoutMs = 20_000

/** GTK makes no window narrower than the buttons of its toolbar: with this style, those are narrower than a phone. */
const narrowButtons = '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 4px; }'

/** WebKit in a window as wide as a small phone. */
export interface WebKit {
  driver: WebDriver
  close(): Promise<void>
}

/**
 * Starts WebKit as Debian has it, in GTK's MiniBrowser on a screen of its own. Needs `WebKitWebDriver` and `Xvfb` in
 * the path, of Debian's packages `webkit2gtk-driver` and `xvfb`.
 *
 * @param size - of the window's page, in pixels.
 */
export async function startWebKit({ width, height }: { width: number; height: number }): Promise<WebKit> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), narrowButtons)

  const running: ChildProcess[] = []
  const stop = async () => {
    // The screen last: a browser that is still there ends with it.
    for (const child of running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      child.kill()
      await exit
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    // `-displayfd` has it take a free number and tell which.
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    running.push(screen)
    const [number] = await Promise.race([once(screen.stdio[3] ?? screen, 'data'), failure(screen, 'Xvfb', 'xvfb')])

    const port = await getPort()
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        XDG_DATA_HOME: home,
        XDG_RUNTIME_DIR: home,
        // There is no desktop to tell of what is on the page.
        NO_AT_BRIDGE: '1',
        LANG: 'C.UTF-8',
      },
      stdio: 'ignore',
    })
    running.push(server)
    const address = `http://127.0.0.1:${port}`
    await Promise.race([answers(`${address}/status`), failure(server, 'WebKitWebDriver', 'webkit2gtk-driver')])

    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build()
    await driver.manage().window().setRect({ x: 0, y: 0, width, height })
    await driver.wait(async () => (await driver.executeScript('return innerWidth')) === width, startTimeoutMs)
    return {
      driver,
      close: async () => {
        await driver.quit()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Rejects where the program cannot be started, or ends at once. */
async function failure(child: ChildProcess, name: string, debianPackage: string): Promise<never> {
  const [problem] = await Promise.race([once(child, 'exit'), once(child, 'error')])
  throw new Error(`${name} cannot be started: install it, as with Debian's package ${debianPackage}`, {
    cause: problem,
  })
}

async function answers(url: string): Promise<void> {
  const endsAt = Date.now() + startTimeoutMs
  while (Date.now() < endsAt) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing answers at ${url}.`)
}
