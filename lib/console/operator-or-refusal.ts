import 'server-only'
import { requireViewer, type User } from '@/lib/auth/user'
import { textResponse } from './responses'

/** Refuses viewers with the reason, because they see the console, and others with 404. @throws StoreUnavailableError */
export async function operatorOrRefusal(reason: string): Promise<User | Response> {
  const user = await requireViewer()
  return user.isOperator ? user : textResponse(403, reason)
}
