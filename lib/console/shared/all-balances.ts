import 'server-only'
import { walkBalances, type Balance } from '@/lib/service'
import { keptWalk, type KeptWalk } from './kept-walk'

/** The kept walk over all balances, for the pages that need more of them than one call gives. Call it in `outsideRequests`. */
export function allBalances(): KeptWalk<Balance> {
  return keptWalk('balances', (access, options) => walkBalances(access, {}, options))
}
