import autocannon from 'autocannon'
import { check } from '../bench'

/** One request, made before the load begins. */
export interface PreparedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** What a load came to. */
export interface Load {
  perSecond: number
  /** Half of the requests took no longer. */
  medianMs: number
}

/** Sends each of the requests once, over so many connections, each of them with its next as soon as it is answered. */
export async function load(
  address: string,
  requests: readonly PreparedRequest[],
  options: { clients: number; isRight: (status: number, location: string) => boolean },
): Promise<Load> {
  const waiting = requests.values()
  const times: number[] = []
  let wrong: string | undefined
  let endedAt = 0
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: address,
        connections: options.clients,
        amount: requests.length,
        requests: [
          {
            setupRequest: (request) => ({ ...request, ...waiting.next().value }),
            onResponse: (status, _body, _context, headers) => {
              // As it came: Next writes the name of this one in two ways.
              const location = String(headers?.location ?? headers?.['Location'] ?? '')
              if (!options.isRight(status, location)) wrong ??= `${status} ${location}`
            },
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('reqError', (error: Error) => (wrong ??= error.message))
    run.on('response', (_client, _status, _bytes, responseMs) => {
      times.push(responseMs)
      endedAt = performance.now()
    })
  })
  check(wrong === undefined, `an answer was ${wrong}`)
  check(times.length === requests.length, `${times.length} of ${requests.length} were answered`)
  return { perSecond: (requests.length / (endedAt - startedAt)) * 1000, medianMs: median(times) }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
