import 'server-only'
import { connectFigures, type ConnectFigures } from '@/lib/console/shared/connect-rate'
import { connectRecords } from '@/lib/records'
import { unlessUnavailable } from '@/lib/store'

/** Two weeks: the last 7 days, and the 7 days before them. */
const daysRead = 14

/** How connects went, with the names of the days. */
export interface OverviewConnects extends ConnectFigures {
  /** In UTC, the oldest first: as many as there are daily figures. */
  days: string[]
}

/** Reads how connects went in the last two weeks; null while the store is away. */
export function readConnectFigures(): Promise<OverviewConnects | null> {
  return unlessUnavailable(
    async () => {
      const days = await connectRecords().days(daysRead)
      return { ...connectFigures(days), days: days.map(({ day }) => day) }
    },
    () => null,
  )
}
