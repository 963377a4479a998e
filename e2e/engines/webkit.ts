import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { answers, Programs, startTimeoutMs, type Engine, type Size } from './engine'

/** GTK makes no window narrower than the buttons of its toolbar. This style makes them narrower than a phone. */
const narrowButtons = '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 4px; }'

/**
 * Starts Debian's WebKit with another `User-Agent`, in GTK's MiniBrowser on a separate screen. Needs `WebKitWebDriver` and `Xvfb` in the path
 * (Debian packages `webkit2gtk-driver` and `xvfb`).
 */
export async function startWebKit({ width, height }: Size, userAgent: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  const programs = new Programs()
  const stop = async () => {
    await programs.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await mkdir(join(home, 'gtk-3.0'))
    await writeFile(join(home, 'gtk-3.0', 'gtk.css'), narrowButtons)
    // With `-displayfd`, Xvfb chooses a free number and reports it.
    const screen = programs.start('xvfb', 'Xvfb', '-displayfd 3 -screen 0 1280x1024x24 -nolisten tcp'.split(' '))
    const [number] = await Promise.race([once(screen.child.stdio[3] ?? screen.child, 'data'), screen.failure])

    const port = await getPort()
    const server = programs.start('webkit2gtk-driver', 'WebKitWebDriver', [`--port=${port}`], {
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      XDG_RUNTIME_DIR: home,
      // There is no desktop for accessibility.
      NO_AT_BRIDGE: '1',
      // With this locale, WebKit sends no language, so the app answers in its default language.
      LANG: 'C.UTF-8',
    })
    const address = `http://127.0.0.1:${port}`
    await Promise.race([answers(`${address}/status`), server.failure])

    const capabilities = new Capabilities({ browserName: 'MiniBrowser', acceptInsecureCerts: true })
    capabilities.set('webkitgtk:browserOptions', { args: ['--automation', `--user-agent=${userAgent}`] })
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build()
    await driver.manage().window().setRect({ x: 0, y: 0, width, height })
    await driver.wait(async () => (await driver.executeScript('return innerWidth')) === width, startTimeoutMs)
    const find = (element: string) => driver.executeScript<WebElement>(`return ${element}`)
    return {
      size: { width, height },
      open: (url) => driver.get(url),
      reload: () => driver.navigate().refresh(),
      back: () => driver.navigate().back(),
      url: () => driver.getCurrentUrl(),
      evaluate: (expression) => driver.executeScript(`return ${expression}`),
      type: async (field, text) => {
        const element = await find(field)
        await element.clear()
        await element.sendKeys(text)
      },
      click: async (element) => (await find(element)).click(),
      setCookies: async (cookies) => {
        await driver.manage().deleteAllCookies()
        for (const cookie of cookies) {
          await driver.manage().addCookie({ ...cookie, path: '/', httpOnly: true, sameSite: 'Lax' })
        }
      },
      screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      close: async () => {
        try {
          await driver.quit()
        } finally {
          await stop()
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
