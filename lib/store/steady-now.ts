import 'server-only'

/**
 * Returns milliseconds since the epoch, by a clock that nobody can set: it goes on from the time of day at the start of
 * the process.
 */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now())
