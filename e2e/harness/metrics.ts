import type { App } from './app'
import { Visitor } from './visitor'

/** A value for METRICS_TOKEN, with which `metricsOf` reads the metrics. */
export const metricsToken = 'a-token-for-metrics-of-more-than-32-characters'

/**
 * Reads the metrics of an instance.
 *
 * @param query - asks for more of them.
 * @returns a function for the value of a metric, by its name without the prefix of this app and by some of its labels.
 *   The value is NaN if it is missing.
 */
export async function metricsOf({ address }: Pick<App, 'address'>, query = '') {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const { body } = await new Visitor(address).send(`/api/metrics${query}`, { headers })
  return (name: string, labels: Record<string, string> = {}): number => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const line = body
      .split('\n')
      .find((each) => each.startsWith(`subnet_connect_${name}{`) && wanted.every((label) => each.includes(label)))
    return Number(line?.split(' ').at(-1))
  }
}
