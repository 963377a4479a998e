import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { answers, Programs, startTimeoutMs, until, type Engine, type Size } from './engine'

/** Scrollbars as on a phone, no requests for updates, and no pages of Firefox. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'ui.useOverlayScrollbars': 1,
}

const tree = z.object({ contexts: z.array(z.object({ context: z.string(), url: z.string() })).min(1) })
const evaluated = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])

/** How long Firefox may take to answer a command. */
const answerMs = 5000

/** Starts Firefox without a screen. It needs no driver, because it supports WebDriver BiDi. Needs `firefox-esr`. */
export async function startFirefox({ width, height }: Size): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const programs = new Programs()
  const stop = async () => {
    await programs.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const port = await getPort()
    const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)]
    const firefox = programs.start('firefox-esr', 'firefox-esr', [...options, 'about:blank'], { HOME: profile })
    await Promise.race([answers(`http://127.0.0.1:${port}/`).catch(() => {}), firefox.failure])

    const connection = await connectBiDi(`ws://127.0.0.1:${port}/session`)
    // Firefox may not answer a command whose page goes away meanwhile. A test that waits for the next page repeats it.
    const send = (method: string, params: object, limitMs = answerMs) => {
      const limit = sleep(limitMs, undefined, { ref: false }).then(() => {
        throw new Error(`${method}: no answer in ${limitMs} ms`)
      })
      return Promise.race([connection.send(method, params), firefox.failure, limit])
    }
    const contexts = async () => tree.parse(await send('browsingContext.getTree', { maxDepth: 0 })).contexts
    await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } }, startTimeoutMs)
    const context = (await contexts())[0]?.context ?? ''
    await send('browsingContext.setViewport', { context, viewport: { width, height } })

    const evaluate = async (expression: string): Promise<unknown> => {
      const inJson = `JSON.stringify([${expression}])`
      const params = { expression: inJson, target: { context }, awaitPromise: true }
      const answer = evaluated.parse(await send('script.evaluate', params))
      if (answer.type === 'exception') throw new Error(`${expression}: ${answer.exceptionDetails.text}`)
      const [value] = JSON.parse(answer.result.value) as unknown[]
      return value
    }
    const load = async (command: string, params: object) => {
      // Firefox may answer while it still shows the old page, or an empty one in the process of another origin.
      await evaluate('document.isOld = true')
      // A request of the page that is left can abort the first one.
      const begin = () => send(command, { context, ...params, wait: 'none' }).then(() => true)
      await until(begin, 'The new page was not requested.')
      const isNew = '!document.isOld && location.href !== "about:blank" && document.readyState === "complete"'
      await until(async () => (await evaluate(isNew)) === true, 'The new page was not loaded.')
    }
    const click = async (target: string) => {
      const middle = z.object({ x: z.number(), y: z.number() }).parse(
        await evaluate(`(() => {
          const element = ${target}
          element.scrollIntoView({ block: 'center' })
          const { left, top, width, height } = element.getBoundingClientRect()
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
        })()`),
      )
      const pointer = [
        { type: 'pointerMove', ...middle },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions: pointer }],
      })
    }
    const press = (keys: string[]) => {
      const actions = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      return send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    }
    return {
      size: { width, height },
      open: (url) => load('browsingContext.navigate', { url }),
      reload: () => load('browsingContext.reload', {}),
      back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
      url: async () => (await contexts()).find((one) => one.context === context)?.url ?? '',
      evaluate,
      type: async (field, text) => {
        await click(field)
        await evaluate(`${field}.select()`)
        await press(Array.from(text))
      },
      click,
      setCookies: async (cookies) => {
        const { hostname } = new URL(String(await evaluate('location.href')))
        await send('storage.deleteCookies', {})
        for (const { name, value } of cookies) {
          const cookie = { name, value: { type: 'string', value }, domain: hostname, path: '/', httpOnly: true }
          await send('storage.setCookie', { cookie: { ...cookie, sameSite: 'lax' } })
        }
      },
      screenshot: async () => {
        const { data } = z
          .object({ data: z.string() })
          .parse(await send('browsingContext.captureScreenshot', { context }))
        return Buffer.from(data, 'base64')
      },
      close: async () => {
        try {
          await connection.close()
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

/** A browser that supports WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
interface BiDi {
  /** Sends a command, and returns its result. */
  send(method: string, params: object): Promise<unknown>
  close(): Promise<void>
}

/** Only an answer of success has a result, and only an error has a message. */
const reply = z.object({
  id: z.number(),
  type: z.string(),
  result: z.unknown().optional(),
  message: z.string().optional(),
})

/** Connects to a browser at the address of its WebSocket. */
async function connectBiDi(url: string): Promise<BiDi> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, (received: z.infer<typeof reply>) => void>()
  socket.on('message', (data: Buffer) => {
    // Events of the browser have no id.
    const { data: received } = reply.safeParse(JSON.parse(data.toString()))
    if (received) waiting.get(received.id)?.(received)
  })
  return {
    send: async (method, params) => {
      const id = waiting.size + 1
      const received = new Promise<z.infer<typeof reply>>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { type, result, message } = await received
      if (type !== 'success') throw new Error(`${method}: ${message}`)
      return result
    },
    close: async () => {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
