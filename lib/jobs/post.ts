import 'server-only'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { clearTimeout, setTimeout } from 'node:timers'
import { Webhook } from 'standardwebhooks'
import { isMetadataAddress } from '@/lib/config/metadata-address'
import { errorCode, isHttpsOrLoopback, readRetryAfter } from '@/lib/service'
import type { Message } from './message'

/** How long a receiver may take; what it does with a message is better done after its answer. */
export const deliveryDeadlineMs = 15_000

/** What an attempt to deliver came to. `result` is the response's status, or a word where there was none. */
export interface Attempt {
  isDelivered: boolean
  result: string
  /** How long the receiver asks to wait. */
  retryAfterMs?: number | undefined
}

/** Where messages go, and what signs them. */
interface Receiver {
  url: string
  /** As the Standard Webhooks scheme writes it, with its `whsec_`. */
  secret: string
  /** Whether `url` may be http beyond loopback. @default false */
  allowsHttp?: boolean
}

/**
 * Posts a message once, signed by the Standard Webhooks scheme. Any 2xx means that it has arrived. Redirects are not
 * followed: what is sent is for the configured address alone.
 *
 * @param options.deadlineMs - until the response's head must be there. @default 15 s
 */
export async function postMessage(
  { url, secret, allowsHttp = false }: Receiver,
  { id, body }: Pick<Message, 'id' | 'body'>,
  { deadlineMs = deliveryDeadlineMs, now = Date.now }: { deadlineMs?: number; now?: () => number } = {},
): Promise<Attempt> {
  const address = new URL(url)
  if (!isHttpsOrLoopback(address) && !(allowsHttp && address.protocol === 'http:')) {
    throw new TypeError('The address of the receiver is neither https nor http on loopback.')
  }
  const at = new Date(now())
  const controller = new AbortController()
  // Not AbortSignal.timeout(): see lib/service/deadline.ts.
  const timer = setTimeout(() => controller.abort(), deadlineMs)
  try {
    const timeout = once(controller.signal, 'abort').then(() => Promise.reject(new Error('timeout')))
    if (await Promise.race([leadsToMetadata(address), timeout])) {
      return { isDelivered: false, result: 'metadata_address' }
    }
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
    const retryAfter = readRetryAfter(response.headers, now())
    return { isDelivered: response.ok, result: String(response.status), retryAfterMs: retryAfter && retryAfter * 1000 }
  } catch (error) {
    return { isDelivered: false, result: controller.signal.aborted ? 'timeout' : errorCode(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a name, or an address as it is, leads to a cloud's metadata service. */
async function leadsToMetadata({ hostname }: URL): Promise<boolean> {
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true })
  return found.some(({ address }) => isMetadataAddress(address))
}
