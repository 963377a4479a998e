import type { Config } from '../../lib/config'
import { hint, holds, type Verdict } from './verdict'

/** Whether the operator can find out later who has confirmed which wallet: the service never says. */
export function judgeConnections({ connectionsToken, webhook }: Pick<Config, 'connectionsToken' | 'webhook'>): Verdict {
  if (connectionsToken !== undefined) return holds('Who has confirmed which wallet is kept for /api/connections.')
  if (webhook) return holds('CONNECTED_WEBHOOK_URL receives who has confirmed which wallet.')
  return hint(noConnections.what, noConnections.todo)
}

/** What to say where nothing keeps it. */
export const noConnections = {
  what: 'Nothing keeps which of your users has confirmed which wallet, and the service never says.',
  todo: 'Set CONNECTIONS_TOKEN and REDIS_URL, or CONNECTED_WEBHOOK_URL, before the first user connects: docs/operate/connections.md.',
}
