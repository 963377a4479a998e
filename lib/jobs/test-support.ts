import { testLabels } from '@/lib/config/test-support'
import { walletConfirmed, type ConfirmedWallet, type Message } from './message'

export const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`

/** Long enough for a slow machine. */
export const patientMs = 30_000
export const patiently = { timeout: patientMs, interval: 50 }

export const messageOf = (number: number, changes: Partial<ConfirmedWallet> = {}): Message =>
  walletConfirmed({
    requestId: `01ARZ3NDEKTSV4RRFFQ69G${String(number).padStart(4, '0')}`,
    userId: `user-${number}`,
    subnetUserId: `hash-${number}`,
    walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    isProven: true,
    wasConfirmedBefore: false,
    labels: testLabels,
    hashKey: 'key',
    at: 1_763_740_800_000,
    ...changes,
  })

export const idsOf = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id).sort()

/** Settings of deliveries that keep messages for an hour and watch nothing. */
export const quietly = { keptMs: 3_600_000, watch: async () => {}, watchEveryMs: 3_600_000, onRefused: () => {} }

/** Answers of a receiver that refuses each message. */
export const refuse = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(503).end()
