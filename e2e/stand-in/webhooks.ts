import { randomBytes } from 'node:crypto'

/** A received message of the operator's app with a verified signature. */
export interface ReceivedWebhook {
  id: string
  at: string
  body: string
}

const kept = 200

/** The latest messages to the operator's own system, newest last. The system is not part of the service. */
export class Webhooks {
  /** The operator's CONNECTED_WEBHOOK_SECRET. */
  readonly secret = `whsec_${randomBytes(32).toString('base64')}`
  #messages: ReceivedWebhook[] = []

  /** Adds a message. A repeated message counts once. */
  add(message: ReceivedWebhook): void {
    if (this.#messages.some(({ id }) => id === message.id)) return
    this.#messages.push(message)
    if (this.#messages.length > kept) this.#messages.shift()
  }

  list(): readonly ReceivedWebhook[] {
    return this.#messages
  }

  reset(): void {
    this.#messages = []
  }
}
