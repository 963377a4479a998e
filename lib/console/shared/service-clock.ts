import 'server-only'
import { processSingleton } from '@/lib/process-singleton'
import { clockErrorMs, type ClockReading } from './clock-error'

const keptReadings = 5

const errors = () => processSingleton('service clock', (): number[] => [])

/** Notes what a response of the service says of this machine's clock. */
export function noteServiceDate(reading: ClockReading): void {
  errors().push(clockErrorMs(reading))
  errors().splice(0, errors().length - keptReadings)
}

/**
 * By how much this machine's clock is ahead of the service's, in milliseconds; null before the first response. Of the
 * last responses the one counts that shows the least: a response from a cache has an old `Date`, and a clock that is
 * off is so in each.
 */
export function lastClockErrorMs(): number | null {
  return errors().reduce<number | null>(
    (least, error) => (least === null || Math.abs(error) < Math.abs(least) ? error : least),
    null,
  )
}
