import 'server-only'

/**
 * Makes overlapping calls with the same key share one run of the work and its result. Browsers and impatient users
 * submit a form twice, and both submissions must get the same result.
 *
 * It forgets the key when the work ends, so it does not cache results.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const inFlight = new Map<string, Promise<Result>>()
  return (key, work) => {
    const current = inFlight.get(key)
    if (current) return current
    const started = work().finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }
}
