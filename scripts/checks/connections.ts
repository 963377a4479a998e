import type { Config } from '../../lib/config'
import { hint, holds, type Verdict } from './verdict'

/** Checks whether the operator can find out later who has confirmed which wallet. The service never reports it. */
export function judgeConnections({ connectionsToken, webhook }: Pick<Config, 'connectionsToken' | 'webhook'>): Verdict {
  if (connectionsToken !== undefined)
    return holds('The app records who has confirmed which wallet, for /api/connections.')
  if (webhook) return holds('CONNECTED_WEBHOOK_URL receives who has confirmed which wallet.')
  return hint(noConnections.what, noConnections.todo)
}

export const noConnections = {
  what: 'Nothing records which of your users has confirmed which wallet, and the service never reports it.',
  todo: 'Set CONNECTIONS_TOKEN and REDIS_URL, or CONNECTED_WEBHOOK_URL, before the first user connects: docs/operate/connections.md.',
}
