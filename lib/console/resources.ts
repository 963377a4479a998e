import { z } from 'zod'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { withoutBlanks, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import { listResourcesByWallet, type Resource } from '@/lib/service'
import { columnsOf, defineList } from './list'
import type { SearchParams } from './page-url'
import { maxAddressLength } from './typed-text'

/** The query of the page (`?address=…`): no address yet, an invalid one, or one to look up. */
export type ResourceQuery =
  | { kind: 'nothing_asked' }
  | { kind: 'not_an_address'; typed: string; problem: 'missing' | 'too_long' }
  /**
   * `doubt` says why a user could not connect a wallet with this address. The interface requires base58 of 32 bytes only
   * for connecting, so the page still looks up the address.
   */
  | { kind: 'asked'; walletAddress: string; doubt: Exclude<WalletAddressProblem, 'missing'> | null }

const typed = z.string()

/** Reads the query. The service decides on every address that is neither empty nor too long. */
export function readResourceQuery(searchParams: SearchParams): ResourceQuery {
  if (searchParams.address === undefined) return { kind: 'nothing_asked' }
  const walletAddress = withoutBlanks(typed.catch('').parse(searchParams.address))
  if (walletAddress === '') return { kind: 'not_an_address', typed: walletAddress, problem: 'missing' }
  if (walletAddress.length > maxAddressLength) {
    return { kind: 'not_an_address', typed: walletAddress, problem: 'too_long' }
  }
  const wallet = parseWalletAddress(walletAddress)
  return { kind: 'asked', walletAddress, doubt: wallet.ok || wallet.problem === 'missing' ? null : wallet.problem }
}

/** Returns the address to look up; undefined without one. */
export const askedAddress = (query: ResourceQuery) => (query.kind === 'asked' ? query.walletAddress : undefined)

const { id, text, flag } = columnsOf<Resource>()

export const resourceColumns = {
  name: text({ isRowHeader: true }),
  resource_type: text(),
  resource_subtype: text(),
  active: flag(),
  resource_pda: id({ isDetail: true }),
  id: id({ isDetail: true }),
}

/** The resources on this subnet of the account behind a wallet address ("List resources by wallet"). */
export const resources = defineList<Resource, ResourceQuery>({
  name: 'resources',
  path: '/console/resources',
  source: {
    kind: 'whole',
    read: async (access, query, options) => ({
      rows: await listResourcesByWallet(access, askedAddress(query) ?? '', options),
    }),
  },
  filter: readResourceQuery,
  refusal: (query) =>
    query.kind === 'asked' ? null : `resources.lookup.${query.kind === 'nothing_asked' ? 'missing' : query.problem}`,
  about: askedAddress,
  lookUps: (query) => ({ wallet: askedAddress(query) }),
  columns: resourceColumns,
  file: ['id', 'name', 'resource_type', 'resource_subtype', 'resource_pda', 'active'],
})
