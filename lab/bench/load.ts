import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** The result of a load that may exceed the capacity of the server. */
export interface SteadyLoad extends Load {
  /** The wrong answers, with their numbers. */
  wrong: ReadonlyMap<string, number>
}

type IsRight = (status: number, location: string) => boolean

/** Sends each request once over a number of connections. A connection sends its next request after an answer. */
export async function load(
  address: string,
  requests: readonly PreparedRequest[],
  { clients, isRight }: { clients: number; isRight: IsRight },
): Promise<Load> {
  const waiting = requests.values()
  const answers = new Answers()
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const client = async () => {
    for (const prepared of waiting) {
      const sentAt = performance.now()
      await answers.addAnswer(send(address, prepared, agent), sentAt, isRight)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  const { wrong, ...result } = answers.load(requests.length)
  check(wrong.size === 0, `answers were ${[...wrong.keys()].join(', ')}`)
  return result
}

/**
 * Sends each request once at a steady rate, without waiting for earlier answers. The time of a request counts from its
 * scheduled start.
 *
 * @param options.rate - requests per second.
 * @param options.afterMs - the time until the first request.
 */
export async function steadyLoad(
  address: string,
  requests: readonly PreparedRequest[],
  { rate, afterMs, isRight }: { rate: number; afterMs: number; isRight: IsRight },
): Promise<SteadyLoad> {
  const answers = new Answers()
  const agent = new Agent({ keepAlive: true })
  const startsAt = performance.now() + afterMs
  const sendWhenDue = async (prepared: PreparedRequest, index: number) => {
    const dueAt = startsAt + (index * 1000) / rate
    await sleep(dueAt - performance.now())
    await answers.addAnswer(send(address, prepared, agent), dueAt, isRight)
  }
  await Promise.all(requests.map(sendWhenDue))
  agent.destroy()
  return answers.load(requests.length)
}

async function send(address: string, { method, path, headers, body }: PreparedRequest, agent: Agent) {
  const sent = request(`${address}${path}`, { method, headers, agent }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await finished(response.resume())
  return { status: response.statusCode ?? 0, location: response.headers.location ?? '' }
}

class Answers {
  readonly #startedAt = performance.now()
  #endedAt = 0
  readonly #times: number[] = []
  readonly #wrong = new Map<string, number>()

  /** @param from - the start of its time, by `performance.now()`. */
  async addAnswer(answer: ReturnType<typeof send>, from: number, isRight: IsRight): Promise<void> {
    try {
      const { status, location } = await answer
      this.#endedAt = performance.now()
      this.#times.push(this.#endedAt - from)
      if (!isRight(status, location)) this.#addWrong(`${status} ${location}`)
    } catch (error) {
      this.#addWrong(String(error))
    }
  }

  #addWrong(what: string, times = 1): void {
    this.#wrong.set(what, (this.#wrong.get(what) ?? 0) + times)
  }

  load(expected: number): SteadyLoad {
    const times = this.#times
    if (times.length < expected) this.#addWrong('no answer', expected - times.length)
    const perSecond = (times.length / (this.#endedAt - this.#startedAt)) * 1000
    return { perSecond, times, wrong: this.#wrong }
  }
}

export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** Returns the max number of calls in any 60 seconds. @param times - the times of the calls in milliseconds. */
export function worstMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map((start, index) => sorted.slice(index).filter((time) => time < start + 60_000).length),
  )
}
