import type { Connects } from '@/lib/console/connects/read'
import { connectsMessages } from '@/lib/messages/console-connects'

const messages = connectsMessages.kept
const dayInMs = 24 * 60 * 60 * 1000

/** Where the attempts are kept, for how long, and whether any are missing. */
export function KeptWhere({
  connects,
  settings,
}: {
  connects: Pick<Connects, 'isShared' | 'backlog'>
  settings: { maxAgeMs: number; maxEntries: number }
}) {
  const { isShared, backlog } = connects
  const { maxAgeMs, maxEntries } = settings
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>{isShared ? messages.redis(Math.round(maxAgeMs / dayInMs), maxEntries) : messages.process}</p>
      {backlog.waiting > 0 && <p className="text-warning">{messages.waiting(backlog.waiting)}</p>}
      {backlog.lost > 0 && <p className="text-danger">{messages.lost(backlog.lost)}</p>}
    </div>
  )
}
