import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { z } from 'zod'
import { answers, Programs, until, type Engine, type Size } from './engine'

/** GTK makes no window narrower than the buttons of its toolbar. This style makes them narrower than a phone. */
const narrowButtons = '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 4px; }'

/** The key of an element's ID in answers of a WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = z.object({ [elementKey]: z.string() })

const answer = z.object({ value: z.unknown() })
const session = z.object({ sessionId: z.string() })
const problem = z.object({ error: z.string(), message: z.string() })

/** Sends a command to a session of a WebDriver (https://www.w3.org/TR/webdriver/#endpoints), and returns its value. */
type SendToDriver = (method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object) => Promise<unknown>

/** Starts a session of the WebDriver at an address. The command `DELETE ''` ends it. */
async function startSession(address: string, capabilities: object): Promise<SendToDriver> {
  const send = async (...[method, path, parameters = {}]: Parameters<SendToDriver>) => {
    const body = method === 'POST' ? JSON.stringify(parameters) : null
    const response = await fetch(`${address}/session${path}`, { method, body })
    const { value } = answer.parse(await response.json())
    if (response.ok) return value
    const { error, message } = problem.parse(value)
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }
  const started = await send('POST', '', { capabilities: { alwaysMatch: capabilities } })
  const { sessionId } = session.parse(started)
  return (method, path, parameters) => send(method, `/${sessionId}${path}`, parameters)
}

/**
 * Starts Debian's WebKit with another `User-Agent`, in GTK's MiniBrowser on a separate screen. Needs `WebKitWebDriver`
 * and `Xvfb` in the path (Debian packages `webkit2gtk-driver` and `xvfb`).
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

    const send = await startSession(address, {
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': { args: ['--automation', `--user-agent=${userAgent}`] },
    })
    const post = async (path: string, parameters?: object) => void (await send('POST', path, parameters))
    const evaluate = (expression: string) => send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
    /** Waits for the element: WebKit can say that a page has loaded while it still shows the one before. */
    const find = async (element: string) => {
      let found: unknown = null
      await until(async () => (found = await evaluate(element)) !== null, `The page has no ${element}.`)
      return `/element/${elementSchema.parse(found)[elementKey]}`
    }
    await post('/window/rect', { x: 0, y: 0, width, height })
    await until(async () => (await evaluate('innerWidth')) === width, `The page is not ${width} pixels wide.`)
    return {
      size: { width, height },
      open: (url) => post('/url', { url }),
      reload: () => post('/refresh'),
      back: () => post('/back'),
      url: async () => String(await send('GET', '/url')),
      evaluate,
      type: async (field, text) => {
        const element = await find(field)
        await post(`${element}/clear`)
        await post(`${element}/value`, { text })
      },
      click: async (element) => post(`${await find(element)}/click`),
      setCookies: async (cookies) => {
        await send('DELETE', '/cookie')
        for (const { name, value } of cookies) {
          await post('/cookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } })
        }
      },
      screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
      close: async () => {
        try {
          await send('DELETE', '')
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
