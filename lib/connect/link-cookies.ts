import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import { perRequest } from '@/lib/request/context'
import {
  linkIdPattern,
  linkMemorySeconds,
  linkSchema,
  memorySecondsLeft,
  withoutApp,
  type Link,
  type LinkChanges,
} from './link'

/*
 * The links of one browser, in its cookies. Each link has a cookie of its own, so that the response to a slow press does
 * not undo the changes of another tab. The cookie contains the whole link. iron-session encrypts and signs it, and adds
 * an expiry. Therefore the app needs no store, a restart loses nothing, and all instances with the same passwords can
 * open it.
 *
 * A link's cookie can have 2 KB, and proxies accept at most 4 KB of headers by default. So an answer that changes
 * several links writes their small changes, such as the user to whom they belong, into one cookie, the marks. The next
 * change of a link writes them into its own cookie.
 */

/** The cookies for connect links: the browser's cookies, and our changes to them. */
export interface LinkCookies {
  /** Each cookie with the link's id, which is a part of the cookie's name. */
  all(): { id: string; value: string }[]
  set(id: string, value: string, maxAgeSeconds: number): void
  remove(id: string): void
}

export interface SealPasswords {
  current: string
  /** The other password during a rotation. It opens seals but never creates them. */
  previous: string | undefined
}

/** How to write links. */
export interface WriteOptions {
  /** As `maxLineBytes`, for an answer that sets other cookies too. */
  maxBytes?: number
  /** Whether to remove the links whose own cookies do not name a user, even if marks do. */
  removesUnbound?: boolean
}

/** The max size of a cookie in browsers, in bytes, name and value together (RFC 6265bis). */
const maxCookieBytes = 4096

/**
 * The max size of a sealed link, in characters, including the entries and the outcome of a press. Four links, one of
 * them pressed, then need 6 KB of a request's headers.
 */
const maxSealedBytes = 1900

/** The max size with the session of a wallet app. Only one link at a time has a session, so four links need 6.6 KB. */
const maxSealedBytesWithApp = 2600

/**
 * The max number of cookies to open in a request; each costs 0.5 ms. A browser has more than four links only if several
 * arrived at once.
 */
const maxOpened = 8

/** The max number of invalid cookies that a response deletes. */
const maxDeleted = 8

/**
 * The max length of all our lines of `Set-Cookie` in an answer, except for one link that has to change. The other
 * headers of an answer take about 1 KB.
 */
const maxLineBytes = 2300

/** The length of a line of `Set-Cookie` without the value. */
const emptyLineBytes = 160

/** The id of the cookie with the marks. No link can have it. */
const marksId = 'marks'

/** The changed fields of a link, and whether the link has lost its wallet app. */
const markSchema = linkSchema
  .pick({ owner: true, status: true, changedAt: true, needsChoice: true, chosenAt: true, othersDropped: true })
  .partial()
  .extend({ hasNoApp: z.literal(true).optional() })

/** The marks of each link. The key names its sealed cookie, so that a newer one has no marks. */
const marksSchema = z.record(z.string(), markSchema)

type Mark = z.output<typeof markSchema>

/** A link, its own cookie, and the content of that cookie without the marks. */
interface Stored {
  sealed: string
  content: Link
  mark: Mark | undefined
  link: Link
}

/** Reads all links of this browser. The function ignores invalid cookies and never throws because of one. */
export async function readLinks(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Link[]> {
  return (await readStored(cookies, passwords, now)).map(({ link }) => link)
}

async function readStored(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Stored[]> {
  const all = cookies.all()
  // Opening a seal is slow, and a request reads its links several times.
  const opened = perRequest('opened links', () => new Map<string, Promise<Stored[]>>())
  const key = JSON.stringify(all)
  const stored = opened.get(key) ?? openAll(all, passwords)
  opened.set(key, stored)
  return (await stored).filter(({ link }) => memorySecondsLeft(link.arrivedAt, now) > 0)
}

async function openAll(all: { id: string; value: string }[], passwords: SealPasswords): Promise<Stored[]> {
  const sealedMarks = all.find(({ id }) => id === marksId)?.value
  const marks = sealedMarks === undefined ? null : await unseal(marksSchema, sealedMarks, passwords)
  const named = all.filter(({ id }) => linkIdPattern.test(id)).slice(0, maxOpened)
  const opened = await Promise.all(
    named.map(async ({ id, value: sealed }) => ({ id, sealed, content: await unseal(linkSchema, sealed, passwords) })),
  )
  return opened.flatMap(({ id, sealed, content }): Stored[] => {
    if (content?.id !== id) return []
    const mark = marks?.[nameOf(sealed)]
    if (!mark) return [{ sealed, content, mark, link: content }]
    const { hasNoApp, ...changed } = mark
    return [{ sealed, content, mark, link: { ...(hasNoApp ? withoutApp(content) : content), ...changed } as Link }]
  })
}

/** Applies changes to the links of this browser. */
export async function writeLinks(
  cookies: LinkCookies,
  passwords: SealPasswords,
  { put, remove, now }: LinkChanges & { now: number },
  { maxBytes = maxLineBytes, removesUnbound = false }: WriteOptions = {},
): Promise<void> {
  if (put.length + remove.length === 0 && !removesUnbound) return
  const stored = await readStored(cookies, passwords, now)
  const changes = await Promise.all(
    put.map(async (link) => {
      const content = stored.find((one) => one.content.id === link.id)?.content
      return { link, mark: content && markFor(link, content), sealed: await sealLink(link, passwords, now) }
    }),
  )
  const bytesOf = (some: { sealed: string }[]) =>
    some.reduce((sum, { sealed }) => sum + sealed.length + emptyLineBytes, 0)
  const fitsAll = bytesOf(changes) <= maxBytes
  const written = changes.filter(({ mark }) => fitsAll || !mark)
  const others = stored.filter(({ content }) => !written.some(({ link }) => link.id === content.id))
  const unbound = others.filter(({ content }) => removesUnbound && content.owner === undefined)
  const gone = new Set([...remove, ...unbound.map(({ content }) => content.id)])
  for (const id of gone) cookies.remove(id)
  for (const { link, sealed } of written) cookies.set(link.id, sealed, memorySecondsLeft(link.arrivedAt, now))
  let lineBytes = bytesOf(written)

  const newMarks = new Map(fitsAll ? [] : changes.map(({ link, mark }) => [link.id, mark]))
  const marked = others.filter(({ content }) => !gone.has(content.id))
  if (marked.some(({ content }) => newMarks.has(content.id))) {
    const marks = marked.flatMap(({ sealed, content, mark }) => {
      const newest = newMarks.get(content.id) ?? mark
      return newest ? [[nameOf(sealed), newest] as const] : []
    })
    const sealed = await sealData(Object.fromEntries(marks), { password: passwords.current, ttl: linkMemorySeconds })
    cookies.set(marksId, sealed, linkMemorySeconds)
    lineBytes += sealed.length + emptyLineBytes
  }

  const left = cookies.all().filter(({ id }) => id !== marksId)
  if (left.length <= maxOpened) return
  const valid = new Set([...stored.map(({ content }) => content.id), ...put.map(({ id }) => id)])
  const room = Math.max(Math.floor((maxBytes - lineBytes) / emptyLineBytes), 0)
  const invalid = left.filter(({ id }) => !valid.has(id))
  for (const { id } of invalid.slice(0, Math.min(maxDeleted, room))) cookies.remove(id)
}

/** Names a sealed cookie by a part of its signature. */
const nameOf = (sealed: string): string => sealed.slice(-12)

const markFields = new Set(Object.keys(markSchema.shape))
const appFields = new Set(['app', 'appKey', 'isPressedInApp'])

/** Returns the mark that changes a stored link to this one; undefined if the link differs in another field. */
function markFor(link: Link, stored: Link): Mark | undefined {
  const names = Object.keys({ ...stored, ...link }) as (keyof Link)[]
  const changed = names.filter((name) => !isDeepStrictEqual(link[name], stored[name]))
  const hasNoApp = changed.some((name) => appFields.has(name))
  // Until the user has chosen the link, no wallet app can answer it, so its new key need not be stored.
  if (hasNoApp && (!link.needsChoice || link.app)) return undefined
  const marked = changed.filter((name) => !appFields.has(name))
  if (!marked.every((name) => markFields.has(name) && link[name] !== undefined)) return undefined
  return { ...Object.fromEntries(marked.map((name) => [name, link[name]])), ...(hasNoApp && { hasNoApp: true }) }
}

/**
 * Seals a link. If the seal is too long, the function omits the service's message. If it is still too long, the
 * function omits the entries, the outcome and the wallet app.
 */
export async function sealLink(link: Link, { current: password }: SealPasswords, now: number): Promise<string> {
  const { entered: _entered, outcome, app, isPressedInApp: _isPressedInApp, ...essentials } = link
  const withoutMessage = outcome && 'message' in outcome ? { ...link, outcome: { ...outcome, message: null } } : link
  const ttl = Math.max(memorySecondsLeft(link.arrivedAt, now), 1)
  for (const version of [link, withoutMessage]) {
    const sealed = await sealData(version, { password, ttl })
    if (sealed.length <= (app?.session === undefined ? maxSealedBytes : maxSealedBytesWithApp)) return sealed
  }
  return sealData(essentials, { password, ttl })
}

/**
 * Opens a seal by trying each password. iron-session could pick the password by its number in the seal, but then
 * operators would have to move that number between the two variables.
 *
 * @returns null if the value was changed, was sealed with another password, has expired, or has another content.
 */
async function unseal<Content>(
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
