import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import type { ConnectLink } from './arrival'

/** How long a connect request lives after the press at the service ("Limits"), and so a hold. */
export const holdLifetimeSeconds = 30 * 60

/** What a browser's cookie may hold, name and value together (RFC 6265). */
const largestCookieBytes = 4096

const holdSchema = z.object({
  requestId: z.string(),
  nonce: z.string(),
  /** When the link arrived, in milliseconds since the epoch; the 30 minutes count from here. */
  arrivedAt: z.number(),
  /** The user it is bound to; absent until somebody has signed in. */
  userId: z.string().optional(),
})

/** A connect request that waits for its user to press Connect ("Connect flow", step 3). */
export type Hold = z.output<typeof holdSchema>

/** A hold for a link that has just arrived. */
export function newHold(link: ConnectLink, userId: string | undefined, now: number): Hold {
  return { ...link, arrivedAt: now, ...(userId === undefined ? {} : { userId }) }
}

/** Seconds that a hold has left, rounded down; 0 once it has ended. */
export function secondsLeft(hold: Hold, now: number): number {
  const left = Math.floor((hold.arrivedAt + holdLifetimeSeconds * 1000 - now) / 1000)
  // A time of arrival in the future comes from a clock that has been set back, and must not add time.
  return Math.min(Math.max(left, 0), holdLifetimeSeconds)
}

/** The hold as this user may see it: not one that is bound to somebody else. */
export function holdForUser(hold: Hold | null, userId: string): Hold | null {
  return hold && (hold.userId === undefined || hold.userId === userId) ? hold : null
}

/**
 * Binds a hold to a user who has just signed in. One that is bound already stays as it is: whoever
 * signs in next must not take it over.
 */
export function boundHold(hold: Hold, userId: string): Hold {
  return { ...hold, userId: hold.userId ?? userId }
}

/** Where holds are kept. The text is what the browser's cookie carries for it, and must tell nothing. */
export interface HoldStore {
  /** @returns the cookie's text. @throws HoldTooLargeError where the store cannot take this hold. */
  put(hold: Hold, now: number): Promise<string>
  /** @returns the hold, or null for any text that is not a living hold of this store. Never throws for bad text. */
  find(text: string, now: number): Promise<Hold | null>
  /** Forgets the hold that the text stands for. */
  remove(text: string): Promise<void>
}

/** The link is longer than its store can keep; its nonce would have to be cut. */
export class HoldTooLargeError extends Error {
  override readonly name = 'HoldTooLargeError'
  constructor() {
    super('The hold does not fit into a cookie.')
  }
}

/**
 * Holds that live in the browser's cookie itself, sealed by iron-session: encrypted, signed, and
 * ended inside the seal too. Nothing to run, nothing lost at a restart, any number of instances.
 *
 * @param passwords.previous - opens seals from before the password was changed; seals nothing.
 */
export function sealedHoldStore(passwords: { current: string; previous: string | undefined }): HoldStore {
  return {
    async put(hold, now) {
      const text = await sealData(hold, { password: passwords.current, ttl: Math.max(secondsLeft(hold, now), 1) })
      if (text.length > largestCookieBytes - 64) throw new HoldTooLargeError()
      return text
    },
    async find(text, now) {
      if (text.length > largestCookieBytes) return null
      for (const password of [passwords.current, passwords.previous]) {
        const hold = password ? await unseal(text, password) : null
        if (hold) return secondsLeft(hold, now) > 0 ? hold : null
      }
      return null
    },
    async remove() {
      // The browser drops the cookie; there is nothing else.
    },
  }
}

async function unseal(text: string, password: string): Promise<Hold | null> {
  try {
    const parsed = holdSchema.safeParse(await unsealData(text, { password, ttl: holdLifetimeSeconds }))
    return parsed.success ? parsed.data : null
  } catch {
    // Tampered, of another key, or no seal at all: to its reader all the same, no hold.
    return null
  }
}
