import 'server-only'
import { z } from 'zod'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { withoutBlanks, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { maxAddressLength } from './limits'

/** Why the page cannot look up an address. */
export type AddressProblem = 'missing' | 'too_long'

/**
 * Why a user could not connect a wallet with this address. The interface requires base58 of 32 bytes only for
 * connecting, so the page still looks up the address.
 */
export type AddressDoubt = Exclude<WalletAddressProblem, 'missing'>

/** The query of the page (`?address=…`): no address yet, an invalid one, or one to look up. */
export type ResourceQuery =
  | { kind: 'nothing_asked' }
  | { kind: 'not_an_address'; typed: string; problem: AddressProblem }
  | { kind: 'asked'; walletAddress: string; doubt: AddressDoubt | null }

const typed = z.string()

/**
 * Reads the query of the page and of its export. The service decides on every address that is neither empty nor too
 * long.
 */
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
