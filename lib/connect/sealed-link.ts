import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { linkMemorySeconds, linkSchema, memorySecondsLeft, type Link } from './link'

/*
 * A link lives in its cookie itself, sealed by iron-session: encrypted, signed, and with its expiry inside the seal.
 * There is no store to run, nothing is lost at a restart, and any number of instances can share the passwords.
 */

export interface SealPasswords {
  current: string
  /** The other password while it is changed: only opens, never seals. */
  previous: string | undefined
}

/** The largest cookie that browsers accept, name and value together (RFC 6265bis). */
const maxCookieBytes = 4096

/** With what a press has left in it. Four links, of which one was pressed, take 6 KB of a request's headers then. */
const maxSealedBytes = 2100

/** The max size with the session of a wallet app. Only one link at a time has one: four links take 6.6 KB then. */
const maxSealedBytesWithApp = 2600

/**
 * Seals a link: without the service's message where that makes it too long or, if that is not enough, with nothing but
 * what is needed to confirm it.
 */
export async function sealLink(link: Link, { current }: SealPasswords, now: number): Promise<string> {
  const { entered: _entered, outcome, app, isPressedInApp: _isPressedInApp, ...bare } = link
  const withoutMessage = outcome && 'message' in outcome ? { ...link, outcome: { ...outcome, message: null } } : link
  const ttl = Math.max(memorySecondsLeft(link.arrivedAt, now), 1)
  for (const version of [link, withoutMessage]) {
    const sealed = await sealData(version, { password: current, ttl })
    if (sealed.length <= (app?.session === undefined ? maxSealedBytes : maxSealedBytesWithApp)) return sealed
  }
  return sealData(bare, { password: current, ttl })
}

/**
 * Opens a sealed link. iron-session can pick the password by its number in the seal, but that number would have to move
 * with the password from one variable to the other: so each password is tried.
 *
 * @returns null if the value was tampered with, sealed with another password, or is no seal at all.
 */
export async function unsealLink(sealed: string, { current, previous }: SealPasswords): Promise<Link | null> {
  if (sealed.length > maxCookieBytes) return null
  for (const password of previous === undefined ? [current] : [current, previous]) {
    const content = await unsealData(sealed, { password, ttl: linkMemorySeconds }).catch(() => null)
    const link = linkSchema.safeParse(content).data
    if (link) return link
  }
  return null
}
