import { z } from 'zod'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { listResourcesByWallet, mapData, type Resource } from '@/lib/service'
import { columnsOf, defineList } from './list'
import type { SearchParams } from './page-url'
import { maxAddressLength } from './typed-text'

/**
 * Reads the query of a look-up (`?address=…`). The service decides on every address that is neither empty nor too long.
 * `typed` is the text without white space and invisible characters; undefined if the query has none. `doubt` says why a
 * user could not connect a wallet with this address.
 */
export function readResourceQuery(searchParams: SearchParams) {
  const { address: asked } = searchParams
  const typed = asked === undefined ? undefined : withoutBlanks(z.string().catch('').parse(asked))
  const isTooLong = typed !== undefined && typed.length > maxAddressLength
  const problem = typed === '' ? 'missing' : isTooLong ? 'too_long' : null
  const address = problem ? undefined : typed
  const wallet = parseWalletAddress(address ?? '')
  const doubt = wallet.ok || wallet.problem === 'missing' ? null : wallet.problem
  return { typed, address, problem, doubt } as const
}

type ResourceQuery = ReturnType<typeof readResourceQuery>

const { id, text, flag } = columnsOf<Resource>()

export const resourceColumns = {
  name: text({ isRowHeader: true }),
  resource_type: text(),
  resource_subtype: text(),
  active: flag(),
  resource_pda: id({ isDetail: true }),
  id: id({ isDetail: true }),
}

export const resources = defineList<Resource, ResourceQuery>({
  name: 'resources',
  path: '/console/resources',
  source: {
    kind: 'whole',
    async read(access, { address = '' }, options) {
      const result = await listResourcesByWallet(access, address, options)
      return mapData(result, ({ items: rows, unreadable }) => ({ rows, unreadable }))
    },
  },
  filter: readResourceQuery,
  refusal: ({ address, problem }) => (address === undefined ? `resources.lookup.${problem ?? 'missing'}` : null),
  about: ({ address }) => address,
  lookUps: ({ address }) => ({ wallet: address }),
  columns: resourceColumns,
  file: ['id', 'name', 'resource_type', 'resource_subtype', 'resource_pda', 'active'],
})
