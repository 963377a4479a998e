import 'server-only'
import { processSingleton } from '@/lib/process-singleton'

const keptReadings = 5

const errors = () => processSingleton('service clock', (): number[] => [])

export function noteServiceDate(reading: ClockReading): void {
  errors().push(clockErrorMs(reading))
  errors().splice(0, errors().length - keptReadings)
}

/** With a larger error, the times of the service's events in the console mislead. */
export const maxClockErrorMs = 5000

/**
 * Returns how this machine's clock differs too much from the service's; null if it does not, as far as is known. It
 * takes the least error of the last five responses, because a cached response has an old `Date`.
 */
export function clockProblem() {
  const [errorMs = 0] = errors().toSorted((one, other) => Math.abs(one) - Math.abs(other))
  if (Math.abs(errorMs) <= maxClockErrorMs) return null
  return { direction: errorMs > 0 ? 'ahead' : 'behind', seconds: Math.round(Math.abs(errorMs) / 1000) } as const
}

/** A response's `Date`, and when this machine sent the request and received the response. All in milliseconds. */
export interface ClockReading {
  serviceTime: number
  sentAt: number
  receivedAt: number
}

/**
 * Returns how far this machine's clock is ahead of the service's, in milliseconds; negative if it is behind. `Date` has
 * whole seconds, and the service wrote it between `sentAt` and `receivedAt`. A difference that this explains counts as
 * 0.
 */
export function clockErrorMs({ serviceTime, sentAt, receivedAt }: ClockReading): number {
  const aheadMs = Math.max(sentAt - (serviceTime + 1000), 0)
  return aheadMs > 0 ? aheadMs : -Math.max(serviceTime - receivedAt, 0)
}
