import { accounts } from '../connect/connections'
import { balanceOf } from '../data/points'
import type { Operation } from './operation'
import { QueryReader, readPage, withNulls } from './query'

/** Operation 4: list the users of the subnet with their balances. */
export const balances: Operation = {
  name: 'balances',
  method: 'GET',
  path: '/subnets/:subnet_id/balances',
  handle: ({ state, query }) => {
    const { data, quirks } = state.settings
    const reader = new QueryReader(query, quirks)
    const page = readPage(reader, state.settings)
    reader.end()

    const times = { startedAt: state.startedAt, now: state.clock.now() }
    const balance = (user: number) => {
      // The first users are the accounts of the profile page, so their connected wallets show here.
      const account = accounts[user]
      const connection = account && state.connections.of(account.id)
      const record = balanceOf(data, user, times)
      return connection ? { ...record, wallet_address: connection.address } : record
    }
    const { rows, pagination } = page(data.users, balance)
    return {
      status: 200,
      body: { status: 'success', data: { balances: withNulls(rows, 'bolts', quirks), pagination } },
    }
  },
}
