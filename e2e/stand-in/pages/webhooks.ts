import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { dateTime } from '../clock'
import { readText, type App } from '../http'
import type { OnStep } from '../settings'
import type { StandInState } from '../state'

/** The number of messages to keep. */
const kept = 200

/**
 * Adds the operator's own system, which receives the app's messages. It is not part of the service. It runs here so that
 * the demo needs no third program.
 */
export function mountWebhooks(app: App, state: StandInState, onStep: OnStep): void {
  app.post('/webhooks', async (c) => {
    const { webhookStatus } = state.settings
    const body = (await readText(c.env.incoming)) ?? ''
    if (webhookStatus === 0) {
      await once(c.env.outgoing, 'close')
      return RESPONSE_ALREADY_SENT
    }
    if (webhookStatus !== null) return c.body(null, webhookStatus)
    try {
      new Webhook(state.webhookSecret).verify(body, c.req.header())
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return c.json({ error: 'The signature is wrong.' }, 401)
    }
    const id = c.req.header('webhook-id') ?? ''
    const known = state.webhooks.find((message) => message.id === id)
    if (known) known.times += 1
    else state.webhooks.push({ id, at: dateTime(state.clock.now()), body, times: 1 })
    if (state.webhooks.length > kept) state.webhooks.shift()
    onStep(`the operator's own system was told, signature verified: ${/"type":"([\w.]+)"/.exec(body)?.[1]}`)
    return c.body(null, 204)
  })
}
