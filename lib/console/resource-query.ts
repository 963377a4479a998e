import { z } from 'zod'
import { parseWalletAddress, type WalletAddressProblem } from '@/lib/connect/wallet-address'
import type { PageSearch } from './address'

/** What the address of the page asks for (`?address=…`): nothing yet, what is no wallet address, or one. */
export type ResourceQuery =
  | { kind: 'nothing_asked' }
  | { kind: 'not_an_address'; typed: string; problem: WalletAddressProblem }
  | { kind: 'asked'; address: string }

const typed = z.string()

/** Reads the query of the page, and of its export: the service is only asked about what is an address. */
export function readResourceQuery(search: PageSearch): ResourceQuery {
  if (search.address === undefined) return { kind: 'nothing_asked' }
  const text = typed.catch('').parse(search.address)
  const wallet = parseWalletAddress(text)
  return wallet.ok
    ? { kind: 'asked', address: wallet.address }
    : { kind: 'not_an_address', typed: text, problem: wallet.problem }
}
