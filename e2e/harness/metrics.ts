/**
 * Returns the value of a metric in Prometheus's text format; NaN if it is missing.
 *
 * @param name - the name without the prefix of this app.
 * @param labels - the required labels. The metric may have others.
 */
export function metricIn(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`subnet_connect_${name}{`) && wanted.every((label) => each.includes(label)))
  return Number(line?.split(' ').at(-1))
}
