import { columnsOf, defineList } from '@/lib/console/list'
import { userPath, walletPath } from '@/lib/console/page-url'
import { listBalances, walkBalances, type Balance } from '@/lib/service'

const { id, amount } = columnsOf<Balance>()

export const balances = defineList<Balance>({
  name: 'balances',
  path: '/console/balances',
  source: { kind: 'paged', page: listBalances, walk: walkBalances },
  find: { in: ['user_id', 'wallet_address'], lookUp: 'balance' },
  columns: {
    user_id: id({ isRowHeader: true, href: userPath, linkOut: 'user' }),
    wallet_address: id({ href: walletPath, linkOut: 'wallet', hasCopy: false }),
    current_period_points: amount({ card: 'open' }),
    all_time_points: amount(),
    bolts: amount({ card: 'end' }),
  },
  opensBy: { key: 'bolts', direction: 'descending' },
  file: ['wallet_address', 'user_id', 'current_period_points', 'all_time_points', 'bolts'],
})
