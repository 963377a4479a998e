/**
 * The value of the metric that has these labels, among others, in Prometheus's text format; NaN where it is missing.
 *
 * @param name - without the prefix of this app.
 */
export function metricIn(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`subnet_connect_${name}{`) && wanted.every((label) => each.includes(label)))
  return Number(line?.split(' ').at(-1))
}
