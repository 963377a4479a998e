import 'server-only'
import { z } from 'zod'
import { parseWalletAddress, type WalletAddressProblem } from '@/lib/connect/wallet-address'
import type { SearchParams } from '@/lib/console/shared/page-url'

/** What the query asks for (`?address=…`): nothing yet, an invalid wallet address, or a valid one. */
export type ResourceQuery =
  | { kind: 'nothing_asked' }
  | { kind: 'not_an_address'; typed: string; problem: WalletAddressProblem }
  | { kind: 'asked'; walletAddress: string }

const typed = z.string()

/** Reads the query of the page and of its export. The service is only called with a valid address. */
export function readResourceQuery(searchParams: SearchParams): ResourceQuery {
  if (searchParams.address === undefined) return { kind: 'nothing_asked' }
  const text = typed.catch('').parse(searchParams.address)
  const wallet = parseWalletAddress(text)
  return wallet.ok
    ? { kind: 'asked', walletAddress: wallet.address }
    : { kind: 'not_an_address', typed: text, problem: wallet.problem }
}
