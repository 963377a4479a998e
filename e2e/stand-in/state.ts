import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Clock } from './clock'
import { Connections } from './connect/connections'
import { ConnectRequests, type ConnectRequest } from './connect/requests'
import type { QueuedAnswer, SuccessChange } from './control/messages'
import { Uploads } from './data/uploads'
import type { OperationName, ReceivedRequest } from './http'
import { newApiKey, ulid } from './ids'
import { RateLimit } from './rate-limit'
import type { Settings } from './settings'

/** The registered subnet with its key and its operator. */
interface Registration {
  subnetId: string
  apiKey: string
  operatorName: string
  /** The label of the button on the profile page. */
  connectLabel: string
}

export interface AdminClaims {
  subnetId: string
  role: 'subnet_admin' | 'member'
  /** With 0 or less, it has expired. */
  lifeMs: number
}

/** A received message of the operator's app with a verified signature. */
export interface ReceivedWebhook {
  id: string
  at: string
  body: string
  /** How often it has arrived. */
  times: number
}

/** The whole state of the service, which pages, operations and control functions share. */
export class StandInState {
  readonly clock = new Clock()
  readonly requests = new ConnectRequests(this.clock)
  readonly connections = new Connections(this.clock)
  readonly uploads = new Uploads(this.clock)
  /** The JWTs that the dashboard has given out. */
  readonly jwts = new Map<string, AdminClaims>()
  readonly rateLimit = new RateLimit(this.clock)
  readonly idempotencyKeys = new Set<string>()
  /** The latest requests and the latest messages to the operator's own system, newest last. */
  received: ReceivedRequest[] = []
  readonly webhooks: ReceivedWebhook[] = []
  scripts = new OperationQueue<QueuedAnswer>()
  readonly changes = new OperationQueue<SuccessChange>()
  /** Emits `released` when a test releases the scripted answers so far. */
  readonly releases = new EventEmitter().setMaxListeners(0)
  settings: Settings

  /** The operator's CONNECTED_WEBHOOK_SECRET. */
  readonly webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  /** A second subnet with a separate key, for calls to a foreign subnet. */
  readonly otherSubnet = { subnetId: ulid(Date.now()), apiKey: newApiKey() }
  /** The reference time of the seeded data. Moving the clock makes this data older, and adds new conversions. */
  readonly startedAt = Date.now()
  /** Empty until the service listens. */
  origin = ''

  constructor(
    readonly registration: Registration,
    private readonly initialSettings: Settings,
  ) {
    this.settings = structuredClone(initialSettings)
  }

  /** Returns the URL that the browser opens after the user presses Connect. */
  connectLink(request: ConnectRequest): string {
    const query = new URLSearchParams({ request_id: request.id, nonce: request.nonce })
    return `${this.settings.connectUrl}?${query}`
  }

  /** Resets the stand-in to its start. */
  reset(): void {
    this.releases.emit('released')
    const { webhookSecret, otherSubnet, startedAt, origin } = this
    const atStart = new StandInState(this.registration, this.initialSettings)
    Object.assign(this, atStart, { webhookSecret, otherSubnet, startedAt, origin })
  }
}

/** Items that a test has prepared for the next calls of each operation, first in, first out. */
export class OperationQueue<Item extends { times?: number }> {
  readonly #items = new Map<OperationName, Item[]>()

  add(operation: OperationName, item: Item): void {
    this.#items.set(operation, [...(this.#items.get(operation) ?? []), item])
  }

  /** Returns the next item for the operation. Removes the item after its last use. */
  take(operation: OperationName): Item | undefined {
    const items = this.#items.get(operation) ?? []
    const [item] = items
    if (!item) return undefined
    item.times = (item.times ?? 1) - 1
    if (item.times <= 0) items.shift()
    return item
  }
}
