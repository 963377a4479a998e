import { walletFailureOf, type SimpleFailure, type WalletRequest } from '@/lib/wallets/errors'

/** A problem with a wallet. Each kind has its own message for the user. */
export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

/** How many errors inside of each other to read. */
const maxDepth = 5

/**
 * Classifies what a wallet or its adapter has thrown: an `Error`, an object, or a text. Adapters wrap the wallet's own
 * error in `error` or `cause`.
 */
export function classifyWalletError(error: unknown, request: WalletRequest): SimpleFailure {
  const names: string[] = []
  const codes: string[] = []
  const words: string[] = []
  let one = error
  try {
    for (let depth = 0; depth < maxDepth && one !== undefined && one !== null; depth += 1) {
      const { name, code, message, error: inner, cause }: Record<string, unknown> = Object(one)
      names.push(textOf(name))
      codes.push(textOf(code))
      words.push(textOf(typeof one === 'string' ? one : message))
      one = inner ?? cause
    }
  } catch {
    // A stranger's object whose getters throw. What was read before counts.
  }
  return walletFailureOf({ names, codes, words: words.join('\n') }, request)
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
