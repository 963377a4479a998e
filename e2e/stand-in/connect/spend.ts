import type { ConnectRequests } from './requests'
import type { Connections } from './connections'

export type SpendOutcome = 'connected' | 'code-unknown' | 'code-used' | 'code-expired' | 'wallet-taken'

/**
 * Spends an authorization code and completes the connection. A refused wallet also uses up the code, so the user must
 * press Connect again.
 */
export function spendCode(
  requests: ConnectRequests,
  connections: Connections,
  requestId: string,
  code: string,
): SpendOutcome {
  const request = requests.find(requestId)
  const confirmation = request?.confirmation
  if (!request || !confirmation || confirmation.code !== code) return 'code-unknown'
  if (confirmation.codeSpent) return 'code-used'
  if (!requests.hasLiveCode(confirmation)) return 'code-expired'

  confirmation.codeSpent = true
  const { address, proven, subnetUserId } = confirmation
  const account = request.account.id
  return connections.connect({ account, address, proven, subnetUserId }) ? 'connected' : 'wallet-taken'
}
