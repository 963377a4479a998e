import 'server-only'
import { requireViewer, type User } from '@/lib/auth/user'
import { textResponse } from './responses'

/**
 * The operator who asks a route handler that takes data out, sends or changes something; for a viewer, who knows that the
 * console is there, a 403 that says why. Everybody else gets a 404.
 *
 * ```ts
 * const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
 * if (operator instanceof Response) return operator
 * ```
 *
 * @param reason - the text of the 403.
 * @throws StoreUnavailableError for an operator or a viewer whose session cannot be checked while Redis is away.
 */
export async function operatorOrRefusal(reason: string): Promise<User | Response> {
  const user = await requireViewer()
  return user.isOperator ? user : textResponse(403, reason)
}
