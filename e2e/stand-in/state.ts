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

/** Which subnet the service knows, under which key, and who operates it. */
interface Registration {
  subnetId: string
  apiKey: string
  operatorName: string
}

/** Everything that the service knows, in one place; pages, operations and control share it. */
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
  /** A second subnet with a key of its own, for calls that reach for what is not theirs. */
  readonly otherSubnet = { subnetId: ulid(Date.now()), apiKey: newApiKey() }
  readonly keys: ApiKeys
  /** What the seeded data counts back from: moving the clock makes it older, not different. */
  readonly startedAt = this.clock.now()
  settings: Settings
  /** How many pages of a list have been read: what a list that shifts has shifted by. */
  pagesRead = 0
  /** Known once the service listens. */
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

  /** Where the browser goes once Connect is pressed. */
  connectLink(request: ConnectRequest): string {
    const query = new URLSearchParams({ request_id: request.id, nonce: request.nonce })
    return `${this.settings.connectUrl}?${query}`
  }

  /** Back to how the stand-in started. */
  reset(): void {
    this.settings = structuredClone(this.initialSettings)
    this.idempotencyKeys.clear()
    this.pagesRead = 0
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
