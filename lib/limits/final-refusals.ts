import 'server-only'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { StoreUnavailableError, type Store } from '@/lib/store/store'

/** Answers of the confirm endpoint that stay the same however often it is asked ("Errors"). */
export const finalReasons = ['request_not_found', 'request_expired', 'already_confirmed', 'nonce_mismatch'] as const

const finalRefusal = z.object({
  reason: z.enum(finalReasons),
  /** The service's own text, cleaned for showing. */
  message: z.string().nullable(),
})

/** What the service has said for good about a connect link. */
export type FinalRefusal = z.output<typeof finalRefusal>

/** A connect request with its nonce, as the link carried them. */
export interface ConnectRequest {
  requestId: string
  nonce: string
}

/** Remembers what the service has refused for good, so that it is not asked again. */
export interface FinalRefusals {
  find(request: ConnectRequest): Promise<FinalRefusal | null>
  remember(request: ConnectRequest, refusal: FinalRefusal): Promise<void>
}

/**
 * Kept by a keyed hash of request and nonce: the store never learns a nonce, and a link with the right nonce
 * is another one than the link with a wrong one. While the store is away nothing is remembered.
 *
 * @param options.lifetimeMs - how long a link lives.
 */
export function finalRefusals(options: { store: Store; hashKey: string; lifetimeMs: number }): FinalRefusals {
  const { store, hashKey, lifetimeMs } = options
  const keyOf = ({ requestId, nonce }: ConnectRequest) =>
    `refused:${createHmac('sha256', hashKey)
      .update(JSON.stringify([requestId, nonce]))
      .digest('base64url')}`
  return {
    find: (request) => unlessAway(null, () => store.get(keyOf(request), finalRefusal)),
    remember: (request, refusal) =>
      unlessAway(undefined, () => store.set(keyOf(request), refusal, { ttlMs: lifetimeMs })),
  }
}

async function unlessAway<Result, Otherwise>(
  otherwise: Otherwise,
  ask: () => Promise<Result>,
): Promise<Result | Otherwise> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof StoreUnavailableError) return otherwise
    throw error
  }
}
