import 'server-only'
import { requireViewer, type User } from '@/lib/auth/user'
import { consoleTexts } from '@/lib/skin/texts'
import { textResponse } from './responses'

/** Refuses viewers with the reason, because they see the console, and others with 404. @throws StoreUnavailableError */
export async function operatorOrRefusal(): Promise<User | Response> {
  const user = await requireViewer()
  return user.isOperator ? user : textResponse(403, consoleTexts()('shared.operatorsOnly'))
}
