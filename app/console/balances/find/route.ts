import { requireOperator } from '@/lib/auth/user'
import { findBalances } from '@/lib/console/balances/find'
import { searchResponse } from '@/lib/console/shared/search-response'
import { consoleTexts } from '@/lib/skin/texts'
import { walkBalances } from '@/lib/service'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Searches all balances for a wallet or a user (`?find=…`), and streams its progress. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  return searchResponse(request, {
    parameter: 'find',
    fromElsewhere: consoleTexts()('shared.fromElsewhere'),
    event: 'find balances',
    refusal: consoleTexts()('balances.find.notFindable'),
    search: (text, access, options) => findBalances(walkBalances(access, {}, options), text),
  })
}
