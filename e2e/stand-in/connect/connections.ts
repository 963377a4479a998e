import { dateTime, type Clock } from '../clock'

/** A person who has an account at the service. The stand-in has no login, so a test chooses the signed-in person. */
export interface Account {
  id: 'alice' | 'bob'
  name: string
}

export const accounts: readonly [Account, Account] = [
  { id: 'alice', name: 'Alice' },
  { id: 'bob', name: 'Bob' },
]

export function findAccount(id: string | undefined): Account | undefined {
  return accounts.find((account) => account.id === id)
}

/** An account's wallet on the subnet. */
export interface Connection {
  account: Account['id']
  address: string
  /** Whether the wallet has signed. */
  proven: boolean
  subnetUserId: string | null
  connectedAt: string
}

/**
 * The connections of the subnet. There is at most one per account and one per address.
 *
 * By the interface, a proven connection replaces another account's unproven one. The stand-in refuses every other claim
 * on another account's address.
 */
export class Connections {
  readonly #byAccount = new Map<Account['id'], Connection>()

  constructor(private readonly clock: Clock) {}

  /** Records the connection; false if another account keeps the address. */
  connect(claim: Omit<Connection, 'connectedAt'>): boolean {
    const holder = this.list().find(({ address, account }) => address === claim.address && account !== claim.account)
    if (holder && (holder.proven || !claim.proven)) return false
    if (holder) this.#byAccount.delete(holder.account)

    // A proof stays valid while the account keeps the address.
    const current = this.#byAccount.get(claim.account)
    const proven = claim.proven || (current?.address === claim.address && current.proven)
    this.#byAccount.set(claim.account, {
      ...claim,
      proven,
      connectedAt: dateTime(this.clock.now()),
    })
    return true
  }

  of(account: Account['id']): Connection | undefined {
    return this.#byAccount.get(account)
  }

  list(): Connection[] {
    return [...this.#byAccount.values()]
  }
}
