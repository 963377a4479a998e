import 'server-only'
import { requireViewer, type User } from '@/lib/auth/user'
import { textResponse } from './responses'

/**
 * Allows only operators to call a route handler that exports, sends or changes data. A viewer gets a 403 with the
 * reason, because viewers may see the console. Everyone else gets a 404.
 *
 * @throws StoreUnavailableError if it cannot check the session of an operator or a viewer because Redis is down.
 */
export async function operatorOrRefusal(reason: string): Promise<User | Response> {
  const user = await requireViewer()
  return user.isOperator ? user : textResponse(403, reason)
}
