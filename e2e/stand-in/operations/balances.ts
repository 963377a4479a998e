import { accounts } from '../connect/accounts'
import { balanceOf } from '../data/balances'
import type { Operation } from './operation'
import { QueryReader, readPage } from './query'

/** Operation 4: list the users of the subnet with their balances. */
export const balances: Operation = {
  name: 'balances',
  method: 'GET',
  path: '/subnets/:subnet_id/balances',
  body: 'none',
  acceptsJwt: false,
  rateLimited: false,
  handle: ({ state, query }) => {
    const { names, data } = state.settings
    const reader = new QueryReader(query)
    const { page, limit, rows } = readPage(reader, names)
    reader.end()

    const balance = (user: number) => {
      // The first users are the accounts of the profile page: a wallet they connect shows here.
      const account = accounts[user]
      const connection = account && state.connections.of(account.id)
      const record = balanceOf(data, user)
      return connection ? { ...record, wallet_address: connection.address } : record
    }
    return {
      status: 200,
      body: {
        status: 'success',
        data: { balances: rows(data.users, balance), pagination: { page, limit, total: data.users } },
      },
    }
  },
}
