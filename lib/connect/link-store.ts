import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import { linkMemorySeconds, linkSchema, memorySecondsLeft, type Link } from './link'

/** Where links are kept. The value of a link's cookie identifies it in the store and reveals nothing about it. */
export interface LinkStore {
  /**
   * Stores a link.
   *
   * @param cookieValue - the value that the link's cookie has already, if it has one.
   * @returns the value that it is to have from now on.
   */
  put(link: Link, cookieValue: string | undefined, now: number): Promise<string>
  /** @returns the link, or null if the value is invalid or the link is to be forgotten. Never throws for an invalid value. */
  find(cookieValue: string, now: number): Promise<Link | null>
  remove(cookieValue: string): Promise<void>
}

export interface SealPasswords {
  current: string
  /** The other password while it is changed: only opens, never seals. */
  previous: string | undefined
}

/** The largest cookie that browsers accept, name and value together (RFC 6265bis). */
const maxCookieBytes = 4096

/** Reserved for the cookie's name. */
const reservedCookieBytes = 64

/**
 * Stores each link in its cookie itself, sealed by iron-session: encrypted, signed, and with its expiry
 * inside the seal. There is no database to run, nothing is lost on restart, and any number of instances can
 * share the passwords.
 */
export function sealedLinkStore(passwords: SealPasswords): LinkStore {
  const unsealOnce = unsealer(passwords)
  return {
    async put(link, _cookieValue, now) {
      for (const version of shorterAndShorter(link)) {
        const sealed = await seal(version, passwords, now)
        if (sealed.length <= maxCookieBytes - reservedCookieBytes) return sealed
      }
      throw new RangeError('A link without anything but its nonce does not fit into a cookie.')
    },
    async find(cookieValue, now) {
      if (cookieValue.length > maxCookieBytes) return null
      const link = await unsealOnce(cookieValue)
      return link && memorySecondsLeft(link, now) > 0 ? link : null
    },
    async remove() {
      // Nothing to delete on the server: the caller deletes the cookie.
    },
  }
}

/** The link, then without the service's message, then with nothing but what is needed to confirm it. */
function shorterAndShorter(link: Link): Link[] {
  const { entered: _, result, ...bare } = link
  const hasMessage = result !== undefined && 'message' in result && result.message !== null
  return [link, ...(hasMessage ? [{ ...link, result: { ...result, message: null } }] : []), bare]
}

/** What a shared store has to offer: texts that all instances see, each with a time to live. */
interface SharedValues {
  get(key: string, schema: z.ZodType<string>): Promise<string | null>
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>
  delete(key: string): Promise<void>
}

const idBytes = 16

/**
 * Stores links where all instances see them. The cookie carries a random id alone, so that a copied cookie is
 * worth nothing once its link is used. The link is sealed, and stored under a hash of the id: whoever can read
 * the store can neither confirm a link nor make a cookie for it.
 */
export function sharedLinkStore(values: SharedValues, passwords: SealPasswords): LinkStore {
  const unsealOnce = unsealer(passwords)
  return {
    async put(link, cookieValue, now) {
      const id =
        cookieValue !== undefined && isId(cookieValue) ? cookieValue : randomBytes(idBytes).toString('base64url')
      const ttlMs = Math.max(memorySecondsLeft(link, now), 1) * 1000
      await values.set(keyOf(id), await seal(link, passwords, now), { ttlMs })
      return id
    },
    async find(cookieValue, now) {
      const sealed = isId(cookieValue) ? await values.get(keyOf(cookieValue), z.string()) : null
      const link = sealed === null ? null : await unsealOnce(sealed)
      return link && memorySecondsLeft(link, now) > 0 ? link : null
    },
    async remove(cookieValue) {
      if (isId(cookieValue)) await values.delete(keyOf(cookieValue))
    },
  }
}

function isId(cookieValue: string): boolean {
  return /^[\w-]{22}$/.test(cookieValue)
}

function keyOf(id: string): string {
  return `connect-link:${createHash('sha256').update(id).digest('base64url')}`
}

function seal(link: Link, passwords: SealPasswords, now: number): Promise<string> {
  return sealData(link, { password: passwords.current, ttl: Math.max(memorySecondsLeft(link, now), 1) })
}

/** Opens each seal once: a press reads its link three times, and each time would derive two keys anew. */
function unsealer(passwords: SealPasswords): (sealed: string) => Promise<Link | null> {
  const opened = new Map<string, Promise<Link | null>>()
  return (sealed) => {
    const link = opened.get(sealed) ?? unseal(sealed, passwords)
    opened.set(sealed, link)
    return link
  }
}

async function unseal(sealed: string, { current, previous }: SealPasswords): Promise<Link | null> {
  for (const password of [current, previous]) {
    if (password === undefined) continue
    try {
      const parsed = linkSchema.safeParse(await unsealData(sealed, { password, ttl: linkMemorySeconds }))
      if (parsed.success) return parsed.data
    } catch {
      // Tampered with, sealed with another password, or not a seal at all: the caller treats all as no link.
    }
  }
  return null
}
