import 'server-only'
import { walkBalances, type Balance } from '@/lib/service'
import { keptWalk, type KeptWalk } from './kept-walk'

/**
 * Returns the kept walk over all balances, for pages that need more than one page of the list. Call it in
 * `outsideRequests`.
 */
export function allBalances(): KeptWalk<Balance> {
  return keptWalk('balances', (access, options) => walkBalances(access, {}, options))
}
