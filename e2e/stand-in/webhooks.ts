import { randomBytes } from 'node:crypto'

/** A received message of the operator's app with a verified signature. */
export interface ReceivedWebhook {
  id: string
  at: string
  body: string
  /** How often it has arrived. */
  times: number
}

const kept = 200

/** The latest messages to the operator's own system, newest last. The system is not part of the service. */
export class Webhooks {
  /** The operator's CONNECTED_WEBHOOK_SECRET. */
  readonly secret = `whsec_${randomBytes(32).toString('base64')}`
  #messages: ReceivedWebhook[] = []

  /** Adds a message, or counts a repeated one. */
  add(message: Omit<ReceivedWebhook, 'times'>): void {
    const known = this.#messages.find(({ id }) => id === message.id)
    if (known) return void (known.times += 1)
    this.#messages.push({ ...message, times: 1 })
    if (this.#messages.length > kept) this.#messages.shift()
  }

  list(): readonly ReceivedWebhook[] {
    return this.#messages
  }

  reset(): void {
    this.#messages = []
  }
}
