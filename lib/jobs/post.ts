import 'server-only'
import { clearTimeout, setTimeout } from 'node:timers'
import { Webhook } from 'standardwebhooks'
import type { Config } from '@/lib/config'
import { errorCode, isHttpsOrLoopback, readRetryAfter } from '@/lib/service'
import type { Message } from './message'

/** How long a receiver may take to answer. It should process a message afterwards. */
export const deliveryDeadlineMs = 15_000

/** The result of an attempt. `result` is the status of the response, or a short error code without a response. */
export interface Attempt {
  isDelivered: boolean
  result: string
  /** How long the receiver asks to wait. */
  retryAfterMs?: number | undefined
}

type Receiver = NonNullable<Config['webhook']>

/**
 * Posts a message once, signed by the Standard Webhooks scheme. Any 2xx means that it has arrived. It does not follow
 * redirects, because only the configured URL may get the message. It never throws.
 *
 * @param deadlineMs - the time limit for the head of the response. @default 15 s
 */
export async function postMessage(
  { url, secret, allowsHttp = false }: Pick<Receiver, 'url' | 'secret'> & Partial<Receiver>,
  { id, body }: Pick<Message, 'id' | 'body'>,
  deadlineMs = deliveryDeadlineMs,
): Promise<Attempt> {
  const address = new URL(url)
  if (!isHttpsOrLoopback(address) && !(allowsHttp && address.protocol === 'http:')) {
    return { isDelivered: false, result: 'insecure_address' }
  }
  const at = new Date()
  const controller = new AbortController()
  // `lib/service/deadline-and-retry.ts` explains why this is not AbortSignal.timeout().
  const timer = setTimeout(() => controller.abort(), deadlineMs)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'subnet-connect',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
      body,
      redirect: 'manual',
      cache: 'no-store',
      signal: controller.signal,
    })
    await response.body?.cancel()
    const retryAfter = readRetryAfter(response.headers, Date.now())
    return { isDelivered: response.ok, result: String(response.status), retryAfterMs: retryAfter && retryAfter * 1000 }
  } catch (error) {
    return { isDelivered: false, result: controller.signal.aborted ? 'timeout' : errorCode(error) }
  } finally {
    clearTimeout(timer)
  }
}
