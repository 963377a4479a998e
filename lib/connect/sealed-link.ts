import 'server-only'
import { sealData, unsealData } from 'iron-session'
import type { z } from 'zod'
import { linkMemorySeconds, linkSchema, memorySecondsLeft, type Link } from './link'
import { marksSchema, type Marks } from './link-marks'

/*
 * The cookie contains the whole link. iron-session encrypts and signs it, and adds an expiry to the seal. Therefore the
 * app needs no store, a restart loses nothing, and all instances with the same passwords can open the seal.
 */

export interface SealPasswords {
  current: string
  /** The other password during a rotation. It opens seals but never creates them. */
  previous: string | undefined
}

/** The max size of a cookie in browsers, in bytes, name and value together (RFC 6265bis). */
const maxCookieBytes = 4096

/**
 * The max size of a sealed link, in characters, including the entries and the outcome of a press. Four links, one of
 * them pressed, then need 6 KB of a request's headers.
 */
const maxSealedBytes = 1900

/**
 * The max size with the session of a wallet app. Only one link at a time has a session, so four links then need 6.6 KB.
 */
const maxSealedBytesWithApp = 2600

/**
 * Seals a link. If the seal is too long, the function omits the service's message. If it is still too long, the
 * function omits the entries, the outcome and the wallet app.
 */
export async function sealLink(link: Link, { current }: SealPasswords, now: number): Promise<string> {
  const { entered: _entered, outcome, app, isPressedInApp: _isPressedInApp, ...essentials } = link
  const withoutMessage = outcome && 'message' in outcome ? { ...link, outcome: { ...outcome, message: null } } : link
  const ttl = Math.max(memorySecondsLeft(link.arrivedAt, now), 1)
  for (const version of [link, withoutMessage]) {
    const sealed = await sealData(version, { password: current, ttl })
    if (sealed.length <= (app?.session === undefined ? maxSealedBytes : maxSealedBytesWithApp)) return sealed
  }
  return sealData(essentials, { password: current, ttl })
}

/**
 * Opens a sealed link by trying each password. iron-session could pick the password by its number in the seal, but then
 * operators would have to move that number between the two variables.
 *
 * @returns null if the value was changed, was sealed with another password, has expired, or is not a sealed link.
 */
export const unsealLink = (sealed: string, passwords: SealPasswords): Promise<Link | null> =>
  unsealAs(linkSchema, sealed, passwords)

/** Seals the marks of the links; see `link-marks.ts`. */
export const sealMarks = (marks: Marks, { current }: SealPasswords): Promise<string> =>
  sealData(marks, { password: current, ttl: linkMemorySeconds })

/** Opens sealed marks like a link. */
export const unsealMarks = (sealed: string, passwords: SealPasswords): Promise<Marks | null> =>
  unsealAs(marksSchema, sealed, passwords)

async function unsealAs<Content>(
  schema: z.ZodType<Content>,
  sealed: string,
  { current, previous }: SealPasswords,
): Promise<Content | null> {
  if (sealed.length > maxCookieBytes) return null
  for (const password of previous === undefined ? [current] : [current, previous]) {
    const content = await unsealData(sealed, { password, ttl: linkMemorySeconds }).catch(() => null)
    const { data } = schema.safeParse(content)
    if (data !== undefined) return data
  }
  return null
}
