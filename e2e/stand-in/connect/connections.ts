import { dateTime, type Clock } from '../clock'
import type { Account } from './accounts'

/** An account's wallet on the subnet. */
export interface Connection {
  account: Account['id']
  address: string
  /** Did the wallet sign for it? */
  proven: boolean
  subnetUserId: string | null
  connectedAt: string
}

/**
 * The connections of the subnet: one an account, one an address.
 *
 * The interface says only that a proven connection replaces another account's unproven one.
 * It is taken at its word: every other claim on an address that another account holds is refused.
 */
export class Connections {
  readonly #byAccount = new Map<Account['id'], Connection>()

  constructor(private readonly clock: Clock) {}

  /** Records the connection; false where another account keeps the address. */
  connect(claim: Omit<Connection, 'connectedAt'>): boolean {
    const holder = this.list().find(({ address, account }) => address === claim.address && account !== claim.account)
    if (holder && (holder.proven || !claim.proven)) return false
    if (holder) this.#byAccount.delete(holder.account)

    // A proof once given stays given while the account keeps the address.
    const own = this.#byAccount.get(claim.account)
    const proven = claim.proven || (own?.address === claim.address && own.proven)
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

  reset(): void {
    this.#byAccount.clear()
  }
}
