import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

const answer = z.object({ value: z.unknown() })
const session = z.object({ sessionId: z.string() })
const problem = z.object({ error: z.string(), message: z.string() })

/** Sends a command to a session of a WebDriver (https://www.w3.org/TR/webdriver/#endpoints), and returns its value. */
export type SendToDriver = (method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object) => Promise<unknown>

/** Starts a session of the WebDriver at an address. The command `DELETE ''` ends it. */
export async function startSession(address: string, capabilities: object): Promise<SendToDriver> {
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
export async function connectBiDi(url: string): Promise<BiDi> {
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
