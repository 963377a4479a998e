import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { check } from './measure'

export interface PreparedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: Buffer
}

export interface Load {
  perSecond: number
  /** The time of each request in milliseconds. */
  times: readonly number[]
}

/**
 * Sends each request once over a number of connections. A connection sends its next request after an answer.
 *
 * @throws Error if an answer is missing or not right.
 */
export async function load(
  address: string,
  requests: readonly PreparedRequest[],
  { clients, isRight }: { clients: number; isRight: (status: number, location: string) => boolean },
): Promise<Load> {
  const startedAt = performance.now()
  const waiting = requests.values()
  const times: number[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const client = async () => {
    for (const prepared of waiting) {
      const sentAt = performance.now()
      const { status, location } = await send(address, prepared, agent)
      times.push(performance.now() - sentAt)
      check(isRight(status, location), `an answer was ${status} ${location}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return { perSecond: (requests.length / (performance.now() - startedAt)) * 1000, times }
}

async function send(address: string, { method, path, headers, body }: PreparedRequest, agent: Agent) {
  const sent = request(`${address}${path}`, { method, headers, agent }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await finished(response.resume())
  return { status: response.statusCode ?? 0, location: response.headers.location ?? '' }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
