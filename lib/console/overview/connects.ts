import 'server-only'
import { connectFigures, type ConnectFigures } from '@/lib/console/connect-rate'
import { connectRecords } from '@/lib/records'
import { unlessUnavailable } from '@/lib/store'

/** Two weeks: the last 7 days, and the 7 days before them. */
const daysRead = 14

/** The figures of connects, with the days. */
export interface OverviewConnects extends ConnectFigures {
  /** The day of each daily figure, in UTC, the oldest first. */
  days: string[]
}

/** Reads the figures of connects of the last two weeks; null while the store is unavailable. */
export function readConnectFigures(): Promise<OverviewConnects | null> {
  return unlessUnavailable(
    async () => {
      const days = await connectRecords().days(daysRead)
      return { ...connectFigures(days), days: days.map(({ day }) => day) }
    },
    () => null,
  )
}
