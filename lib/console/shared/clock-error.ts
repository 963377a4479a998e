/** Beyond this, the times that the console shows of the service's events mislead. */
export const maxClockErrorMs = 5000

/** A response's `Date`, and when this machine sent the request and had the response. All in milliseconds. */
export interface ClockReading {
  serviceTime: number
  sentAt: number
  receivedAt: number
}

/**
 * By how much this machine's clock is ahead of the service's, in milliseconds; negative where it is behind. `Date` has
 * whole seconds, and was written at some time between the two moments: only what is left beyond counts.
 */
export function clockErrorMs({ serviceTime, sentAt, receivedAt }: ClockReading): number {
  const aheadMs = Math.max(sentAt - (serviceTime + 1000), 0)
  return aheadMs > 0 ? aheadMs : -Math.max(serviceTime - receivedAt, 0)
}
