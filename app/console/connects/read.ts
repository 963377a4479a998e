import 'server-only'
import { textsToFind } from '@/lib/console/typed-text'
import { failedDeliveries, webhookBacklog } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'
import { unlessUnavailable } from '@/lib/store'

const daysShown = 30
const failedShown = 100
const maxFound = 50

/** Reads the content of the page besides its list; null while the store is unavailable. */
export const readConnects = (find: string | null) =>
  unlessUnavailable(
    async () => {
      const records = connectRecords()
      const [days, found, failed] = await Promise.all([
        // The oldest first.
        records.days(daysShown),
        find === null ? [] : records.find(textsToFind(find), { limit: maxFound }),
        // Null without a webhook receiver.
        failedDeliveries(failedShown),
      ])
      const { backlog } = records
      return { days, found, failed, backlog, webhookBacklog: webhookBacklog() }
    },
    () => null,
  )
