import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Clock } from './clock'
import { ConnectRequests, Connections, type ConnectRequest } from './connect'
import type { QueuedAnswer, SuccessChange } from './control/messages'
import type { TaskRun } from './data/task-runs'
import type { OperationName, ReceivedRequest } from './http'
import { newApiKey, ulid } from './ids'
import type { RateSetting, Settings } from './settings'

/** The registered subnet with its key and its operator. */
interface Registration {
  subnetId: string
  apiKey: string
  operatorName: string
  /** The label of the button on the profile page. */
  connectLabel: string
}

/** The claims of a JWT of the dashboard. */
export interface AdminClaims {
  subnetId: string
  role: 'subnet_admin' | 'member'
  /** With 0 or less, it has expired. */
  lifeMs: number
}

/** An accepted batch upload. */
interface Batch {
  id: string
  file_name: string
  queued: number
  failed: number
  uploaded_at: string
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
  readonly uploads: Batch[] = []
  readonly uploadedRuns: TaskRun[] = []
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

/** Counts the calls of each key in a sliding window. */
class RateLimit {
  readonly #calls = new Map<string, number[]>()

  constructor(private readonly clock: Clock) {}

  /** Returns the seconds to wait before the next call, or 0 if it allows this call. Counts an allowed call. */
  take(key: string, { requests, windowMs, countsRefused = false }: RateSetting): number {
    const now = this.clock.now()
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - windowMs)
    this.#calls.set(key, recent)
    const isAllowed = recent.length < requests
    if (isAllowed || countsRefused) recent.push(now)
    if (isAllowed) return 0
    // A limit of 0 allows no call. One window is an arbitrary answer.
    const freedAt = (recent[recent.length - requests] ?? now) + windowMs
    return Math.max(1, Math.ceil((freedAt - now) / 1000))
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
