import { randomBytes } from 'node:crypto'

/** A message of the operator's app that has arrived, with its signature verified. */
export interface ReceivedWebhook {
  id: string
  at: string
  body: string
}

const kept = 200

/** The operator's own system, which hears of connected wallets: no part of the service. The latest messages, newest last. */
export class Webhooks {
  /** What the operator would keep as CONNECTED_WEBHOOK_SECRET. */
  readonly secret = `whsec_${randomBytes(32).toString('base64')}`
  #messages: ReceivedWebhook[] = []

  /** A message that comes again is the same message. */
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
