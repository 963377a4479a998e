import { walletFailureOf, type SimpleFailure, type WalletRequest } from '@/lib/wallets/errors'

/** A problem with a wallet. Each kind has its own message for the user. */
export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

/** The fields in which adapters and wallets put the wallet's own error or its words. */
const inside = ['message', 'msg', 'errorMessage', 'reason', 'error', 'cause', 'data', 'originalError']

/** How many values of an error to read. */
const maxValues = 50

/**
 * Classifies what a wallet or its adapter has thrown: an `Error`, an object, a text, or one of these inside of another.
 */
export function classifyWalletError(error: unknown, request: WalletRequest): SimpleFailure {
  const names: string[] = []
  const codes: string[] = []
  const words: string[] = []
  const values = [error]
  for (const [index, value] of values.entries()) {
    if (index === maxValues) break
    if (typeof value === 'string') {
      words.push(value)
      values.push(parseJson(value))
    } else if (typeof value === 'object' && value !== null) {
      names.push(String(at(value, 'name')))
      codes.push(String(at(value, 'code')))
      values.push(...inside.map((field) => at(value, field)))
    }
  }
  return walletFailureOf({ names, codes, words: words.join('\n') }, request)
}

/** Reads a field of a stranger's object, whose getter can throw. Objects are not among names and codes. */
function at(object: object, field: string): unknown {
  try {
    const value: unknown = Reflect.get(object, field)
    return value
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
