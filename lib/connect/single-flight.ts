import 'server-only'

/**
 * Lets calls with the same key that overlap share one run of the work and its result. Browsers and
 * impatient people send a form twice; both presses must end in the same place.
 *
 * A key is forgotten as soon as its work has ended: this is no cache, and keeps no result.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const current = running.get(key)
    if (current) return current
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
