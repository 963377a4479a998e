import { afterEach, beforeEach } from 'vitest'
import { configure } from '@/lib/config/test-support'
import type { RedisConnection } from '@/lib/store/redis-connection'
import type { TestRedis } from '@/lib/store/test-support'
import type { Message } from './message'
import { RedisDeliveries, type QueueOptions } from './redis-deliveries'
import { startTestReceiver, type TestReceiver } from '@/e2e/harness/webhook-receiver'

export const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`

/** Long enough for a slow machine. */
export const patientMs = 30_000
export const patiently = { timeout: patientMs, interval: 50 }

/** Many short pauses between the attempts of a message. */
export const shortPausesMs = Array.from({ length: 200 }, () => 300)
/** A pause that outlasts a test. */
export const longPauseMs = [3_600_000]

export function messageOf(number: number, userId = `user-${number}`): Message {
  const requestId = `01ARZ3NDEKTSV4RRFFQ69G${String(number).padStart(4, '0')}`
  const person = { userId, walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' }
  const body = JSON.stringify({ type: 'wallet.confirmed', data: { user_id: userId } })
  return { id: `wallet-confirmed-${requestId}`, type: 'wallet.confirmed', requestId, person, body }
}

export const messages = (from: number, count: number): Message[] =>
  Array.from({ length: count }, (_, index) => messageOf(from + index))

export const idsOf = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id).sort()

export const webhookVariables = (url: string) => ({ CONNECTED_WEBHOOK_URL: url, CONNECTED_WEBHOOK_SECRET: secret })

export async function startConfiguredReceiver(): Promise<TestReceiver> {
  const receiver = await startTestReceiver(secret)
  configure(webhookVariables(receiver.url))
  return receiver
}

/** Opens instances with one queue in each test of a file, and closes them after it. */
export function useQueue(redis: TestRedis, defaults: Partial<QueueOptions>) {
  let number = 0
  const prefix = () => `{webhooks-${number}}`
  const opened: { connection: RedisConnection; deliveries: RedisDeliveries }[] = []
  beforeEach(() => void (number += 1))
  afterEach(async () => {
    const closed = opened.splice(0)
    await Promise.all(closed.map(({ deliveries }) => deliveries.close()))
    for (const { connection } of closed) connection.close()
  })
  type Options = Partial<QueueOptions> & { url?: string; timeoutMs?: number }
  const open = async ({ url = redis.url, timeoutMs = 3000, ...changed }: Options = {}) => {
    const connection = redis.connect({ url, timeoutMs })
    await connection.check()
    const deliveries = await RedisDeliveries.open({ connection, prefix: prefix(), ...defaults, ...changed })
    opened.push({ connection, deliveries })
    return deliveries
  }
  const count = async (command: 'LLEN' | 'ZCARD', state: string) =>
    Number(await redis.command(command, `${prefix()}:webhooks:${state}`))
  return {
    prefix,
    /** Opens an instance that sends nothing. */
    open,
    start: async (changed?: Parameters<typeof open>[0]) => (await open(changed)).start(),
    counts: async () => ({
      waiting: await count('LLEN', 'wait'),
      active: await count('LLEN', 'active'),
      delayed: await count('ZCARD', 'delayed'),
      failed: await count('ZCARD', 'failed'),
      completed: await count('ZCARD', 'completed'),
    }),
  }
}

/** Answers of a receiver that refuses each message. */
export const refuse = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(503).end()
