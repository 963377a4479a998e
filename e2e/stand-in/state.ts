import { AdminJwts } from './admin-jwt'
import { ApiKeys } from './api-keys'
import { Clock } from './clock'
import { Connections } from './connect/connections'
import { ConnectRequests, type ConnectRequest } from './connect/requests'
import type { QueuedAnswer, SuccessChange } from './control/messages'
import { newApiKey, ulid } from './ids'
import { OperationQueue } from './queue'
import { RateLimit } from './rate-limit'
import { Received } from './received'
import { Release } from './release'
import type { Settings } from './settings'
import { Uploads } from './upload/uploads'
import { Webhooks } from './webhooks'

/** The registered subnet with its key and its operator. */
interface Registration {
  subnetId: string
  apiKey: string
  operatorName: string
  /** The label of the button on the profile page. */
  connectLabel: string
}

/** The whole state of the service, which pages, operations and control routes share. */
export class StandInState {
  readonly clock = new Clock()
  readonly requests = new ConnectRequests(this.clock)
  readonly connections = new Connections(this.clock)
  readonly uploads = new Uploads(this.clock)
  readonly webhooks = new Webhooks()
  readonly jwts = new AdminJwts(this.clock)
  readonly rateLimit = new RateLimit(this.clock)
  readonly received = new Received()
  readonly scripts = new OperationQueue<QueuedAnswer>()
  readonly release = new Release()
  readonly changes = new OperationQueue<SuccessChange>()
  readonly idempotencyKeys = new Set<string>()
  /** A second subnet with a separate key, for calls to a foreign subnet. */
  readonly otherSubnet = { subnetId: ulid(Date.now()), apiKey: newApiKey() }
  readonly keys: ApiKeys
  /** The reference time of the seeded data. Moving the clock makes this data older, and adds new conversions. */
  readonly startedAt = this.clock.now()
  settings: Settings
  /** Empty until the service listens. */
  origin = ''

  constructor(
    readonly registration: Registration,
    private readonly initialSettings: Settings,
  ) {
    this.settings = structuredClone(initialSettings)
    this.keys = new ApiKeys([
      { value: registration.apiKey, subnetId: registration.subnetId },
      { value: this.otherSubnet.apiKey, subnetId: this.otherSubnet.subnetId },
    ])
  }

  /** Returns the URL that the browser opens after the user presses Connect. */
  connectLink(request: ConnectRequest): string {
    const query = new URLSearchParams({ request_id: request.id, nonce: request.nonce })
    return `${this.settings.connectUrl}?${query}`
  }

  /** Resets the stand-in to its start. */
  reset(): void {
    this.settings = structuredClone(this.initialSettings)
    this.idempotencyKeys.clear()
    for (const part of [
      this.clock,
      this.requests,
      this.connections,
      this.uploads,
      this.webhooks,
      this.rateLimit,
      this.received,
      this.scripts,
      this.release,
      this.changes,
      this.keys,
    ]) {
      part.reset()
    }
  }
}
