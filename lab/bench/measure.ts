import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** @throws Error if a result is wrong, because its measurement would be meaningless. */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`Not measured: ${what}`)
}

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

export type SideName = 'product' | 'bare'
type Unit = '/s' | 'ms' | 's' | 'MB'

const digits: Record<Unit, number> = { '/s': 0, ms: 2, s: 2, MB: 0 }

export class Results {
  readonly #measured = new Map<string, { unit: Unit } & Record<SideName, number[]>>()

  add(what: string, unit: Unit, side: SideName, value: number): void {
    const known = this.#measured.get(what) ?? { unit, product: [], bare: [] }
    known[side].push(value)
    this.#measured.set(what, known)
  }

  /** Prints the median of each figure, and the median, the minimum and the maximum of the rounds' ratios. */
  print(): void {
    const rows = [...this.#measured].map(([what, { unit, product, bare }]) => {
      const ratios = product.map((value, round) => value / (bare[round] ?? Number.NaN)).toSorted((a, b) => a - b)
      const [own, other] = [product, bare].map((each) => `${median(each).toFixed(digits[unit])} ${unit}`)
      const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`
      return [what, { 'this app': own, 'bare Next': other, ratio: median(ratios).toFixed(2), 'of rounds': spread }]
    })
    console.table(Object.fromEntries(rows))
  }
}
