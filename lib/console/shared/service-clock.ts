import 'server-only'
import { processSingleton } from '@/lib/process-singleton'
import { clockErrorMs, type ClockReading } from './clock-error'

const keptReadings = 5

const errors = () => processSingleton('service clock', (): number[] => [])

/** Records the clock error that a response of the service shows. */
export function noteServiceDate(reading: ClockReading): void {
  errors().push(clockErrorMs(reading))
  errors().splice(0, errors().length - keptReadings)
}

/**
 * Returns how far this machine's clock is ahead of the service's, in milliseconds; null before the first response. It
 * is the least error of the last five responses, because a cached response has an old `Date`. A wrong clock causes an
 * error in every response.
 */
export function lastClockErrorMs(): number | null {
  return errors().reduce<number | null>(
    (least, error) => (least === null || Math.abs(error) < Math.abs(least) ? error : least),
    null,
  )
}
