import { z } from 'zod'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { withoutBlanks, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import { listResourcesByWallet, mapData, type Resource } from '@/lib/service'
import { columnsOf, defineList } from './list'
import type { SearchParams } from './page-url'
import { maxAddressLength } from './typed-text'

export interface ResourceQuery {
  /** Without white space and invisible characters; undefined if nobody has asked yet. */
  typed: string | undefined
  address: string | undefined
  problem: 'missing' | 'too_long' | null
  /** Why a user could not connect a wallet with this address. The page still looks it up. */
  doubt: Exclude<WalletAddressProblem, 'missing'> | null
}

const typedText = z.string().catch('')

/** The service decides on every address that is neither empty nor too long. */
export function readResourceQuery(searchParams: SearchParams): ResourceQuery {
  const none = { address: undefined, problem: null, doubt: null }
  if (searchParams.address === undefined) return { typed: undefined, ...none }
  const typed = withoutBlanks(typedText.parse(searchParams.address))
  if (typed === '') return { ...none, typed, problem: 'missing' }
  if (typed.length > maxAddressLength) return { ...none, typed, problem: 'too_long' }
  const wallet = parseWalletAddress(typed)
  const doubt = wallet.ok || wallet.problem === 'missing' ? null : wallet.problem
  return { typed, address: typed, problem: null, doubt }
}

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
