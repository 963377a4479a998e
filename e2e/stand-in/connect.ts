import { dateTime, minuteInMs, type Clock } from './clock'
import { secret, ulid } from './ids'

const requestLifeInMs = 30 * minuteInMs
const codeLifeInMs = 5 * minuteInMs

/** A person who has an account at the service. The stand-in has no login, so a test chooses the signed-in person. */
export interface Account {
  id: 'alice' | 'bob'
  name: string
}

export const accounts: readonly [Account, Account] = [
  { id: 'alice', name: 'Alice' },
  { id: 'bob', name: 'Bob' },
]

/** Finds an account, or returns the first one. */
export const accountOf = (id: string | null | undefined): Account =>
  accounts.find((account) => account.id === id) ?? accounts[0]

/** The wallet that a confirm call recorded on a request, and the code that completes it. */
export interface Confirmation {
  address: string
  /** Whether the wallet has signed. */
  proven: boolean
  subnetUserId: string | null
  code: string
  codeExpiresAt: number
  codeSpent: boolean
}

/** One press of Connect. */
export interface ConnectRequest {
  id: string
  nonce: string
  account: Account
  expiresAt: number
  confirmation: Confirmation | null
}

/** The connect requests of the subnet ("Connect request states"). */
export class ConnectRequests {
  readonly #requests = new Map<string, ConnectRequest>()

  constructor(private readonly clock: Clock) {}

  /** Presses Connect for the account. */
  press(account: Account): ConnectRequest {
    const now = this.clock.now()
    const request = { id: ulid(now), nonce: secret(18), account, expiresAt: now + requestLifeInMs, confirmation: null }
    this.#requests.set(request.id, request)
    return request
  }

  find(id: string): ConnectRequest | undefined {
    return this.#requests.get(id)
  }

  list(): ConnectRequest[] {
    return [...this.#requests.values()]
  }

  isExpired(request: ConnectRequest): boolean {
    return this.clock.now() >= request.expiresAt
  }

  /** Records the wallet on the request and issues its code. */
  confirm(request: ConnectRequest, wallet: Pick<Confirmation, 'address' | 'proven' | 'subnetUserId'>): Confirmation {
    const codeExpiresAt = this.clock.now() + codeLifeInMs
    return (request.confirmation = { ...wallet, code: secret(24), codeExpiresAt, codeSpent: false })
  }

  /** Checks whether the code of this confirmation is still valid and unspent. */
  hasLiveCode(confirmation: Confirmation): boolean {
    return !confirmation.codeSpent && this.clock.now() < confirmation.codeExpiresAt
  }
}

/** An account's wallet on the subnet. */
export interface Connection extends Pick<Confirmation, 'address' | 'proven' | 'subnetUserId'> {
  account: Account['id']
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
    this.#byAccount.set(claim.account, { ...claim, proven, connectedAt: dateTime(this.clock.now()) })
    return true
  }

  of(account: Account['id']): Connection | undefined {
    return this.#byAccount.get(account)
  }

  list(): Connection[] {
    return [...this.#byAccount.values()]
  }
}
