import { accounts } from '../connect/connections'
import { resourcesOf } from '../data/resources'
import { findUser } from '../data/users'
import type { StandInState } from '../state'
import { refusal, type Operation } from './operation'
import { QueryReader, withNulls } from './query'

/** Operation 6: list resources by wallet. */
export const resources: Operation = {
  name: 'resources',
  method: 'GET',
  path: '/subnets/:subnet_id/resources/by-wallet',
  handle: ({ state, query }) => {
    const { quirks, names, data } = state.settings
    const reader = new QueryReader(query, quirks)
    const name = names.address
    const address = reader.text(name)
    reader.end()
    if (!address) return refusal(400, `${name}: wallet address is missing`, { status: 'error' })

    const user = ownerOf(state, address)
    if (user === null) return refusal(404, 'Wallet not found', { status: 'error' })
    return {
      status: 200,
      body: { status: 'success', resources: withNulls(resourcesOf(data, user), 'name', quirks) },
    }
  },
}

/** Finds the user with a connected or linked wallet address. */
function ownerOf({ connections, settings }: StandInState, address: string): number | null {
  const connection = connections.list().find((candidate) => candidate.address === address)
  return connection ? accounts.findIndex(({ id }) => id === connection.account) : findUser(settings.data, address)
}
