import { minuteInMs, type Clock } from '../clock'
import { secret, ulid } from '../ids'
import type { Account } from './connections'

const requestLifeInMs = 30 * minuteInMs
const codeLifeInMs = 5 * minuteInMs

/** The wallet that a confirm call recorded on a request, and the code that completes it. */
export interface Confirmation {
  address: string
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
    const request: ConnectRequest = {
      id: ulid(now),
      nonce: secret(18),
      account,
      expiresAt: now + requestLifeInMs,
      confirmation: null,
    }
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
    request.confirmation = {
      ...wallet,
      code: secret(24),
      codeExpiresAt: this.clock.now() + codeLifeInMs,
      codeSpent: false,
    }
    return request.confirmation
  }

  /** Checks whether the code of this confirmation is still valid and unspent. */
  hasLiveCode(confirmation: Confirmation): boolean {
    return !confirmation.codeSpent && this.clock.now() < confirmation.codeExpiresAt
  }

  /** Makes a request, or its code, expire now. */
  expire(request: ConnectRequest, what: 'request' | 'code'): void {
    if (what === 'request') request.expiresAt = this.clock.now()
    else if (request.confirmation) request.confirmation.codeExpiresAt = this.clock.now()
  }
}
