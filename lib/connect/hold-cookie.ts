import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { sealData, unsealData } from 'iron-session'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { config } from '@/lib/config'
import { perRequest } from '@/lib/request/context'
import type { ConnectLink } from './arrival'
import {
  arriveLink,
  bindLinks,
  isOpen,
  linkIdPattern,
  linkMemorySeconds,
  linkSchema,
  linksVisibleTo,
  memorySecondsLeft,
  setLinksAside,
  supportCodeOf,
  withoutApp,
  type Link,
  type LinkChanges,
  type OpenLink,
} from './link'

/*
 * The hold: the connect links of one browser, in its cookies. This is the only file in `lib/connect` that uses Next's
 * cookies and the configuration.
 *
 * Each link has a cookie of its own, so that the response to a slow press does not undo the changes of another tab. The
 * cookie contains the whole link. iron-session encrypts and signs it, and adds an expiry. Therefore the app needs no
 * store, a restart loses nothing, and all instances with the same passwords can open it.
 *
 * A link's cookie can have 2 KB, and proxies accept at most 4 KB of headers by default. So an answer that changes
 * several links writes their small changes, such as the user to whom they belong, into one cookie, the marks. The next
 * change of a link writes them into its own cookie.
 */

/** The cookies of one browser that can have links, with the time and the passwords to open and seal them. */
export interface HoldCookies {
  /** Each cookie with the link's id, which is a part of the cookie's name. */
  all(): { id: string; value: string }[]
  set(id: string, value: string, maxAgeSeconds: number): void
  remove(id: string): void
  passwords: SealPasswords
  /** Milliseconds since the epoch. */
  now: number
}

export interface SealPasswords {
  current: string
  /** The other password during a rotation. It opens seals but never creates them. */
  previous: string | undefined
}

async function holdCookies(): Promise<HoldCookies> {
  const jar = await cookies()
  const { app, hold } = config()
  // Browsers accept a cookie with `__Host-` only over https and only from this exact host.
  const prefix = app.isHttps ? '__Host-connect-hold-' : 'connect-hold-'
  const attributes = { httpOnly: true, secure: app.isHttps, sameSite: 'lax', path: '/' } as const
  return {
    all: () =>
      jar
        .getAll()
        .filter(({ name, value }) => name.startsWith(prefix) && value !== '')
        .map(({ name, value }) => ({ id: name.slice(prefix.length), value })),
    set: (id, value, maxAge) => jar.set(prefix + id, value, { ...attributes, maxAge }),
    remove: (id) => jar.set(prefix + id, '', { ...attributes, maxAge: 0 }),
    passwords: { current: hold.password, previous: hold.previousPassword },
    now: Date.now(),
  }
}

/** Returns all links of this browser, of every user. */
const allLinks = async (): Promise<Link[]> => readLinks(await holdCookies())

/** Returns the links of this browser that a user may use. */
export async function linksOf(userId: string): Promise<Link[]> {
  return linksVisibleTo(await allLinks(), userId)
}

/** Returns a link of this browser that the service can still confirm for a user. */
export async function openLinkOf(userId: string, id: string | null): Promise<OpenLink | undefined> {
  const now = Date.now()
  return (await linksOf(userId)).find((link): link is OpenLink => link.id === id && isOpen(link, now))
}

/**
 * Returns the link that a wallet app answers, if this browser holds it. If the user has signed out meanwhile, the link
 * keeps the answer until they sign in again.
 */
export async function linkOfApp(id: string, userId: string | undefined): Promise<Link | undefined> {
  const links = userId === undefined ? await allLinks() : await linksOf(userId)
  return links.find((link) => link.id === id)
}

/** Returns the open, unbound links of this browser. */
export async function unboundLinks(): Promise<Link[]> {
  return (await allLinks()).filter((link) => link.owner === undefined && isOpen(link, Date.now()))
}

/**
 * Returns the support code for the pages, from the link that the user most likely means. Without a session, only
 * unbound links count. Undefined if this browser has no such link.
 *
 * @param userId - called only if this browser has links.
 */
export async function supportCode(userId: () => Promise<string | undefined>): Promise<string | undefined> {
  const all = await allLinks()
  const id = all.length > 0 ? await userId() : undefined
  const links = id === undefined ? all.filter(({ owner }) => owner === undefined) : linksVisibleTo(all, id)
  const [link] = links.toSorted((a, b) => Number(a.needsChoice) - Number(b.needsChoice) || b.changedAt - a.changedAt)
  return link && supportCodeOf(link)
}

/**
 * Changes the links of this browser.
 *
 * @param change - receives all links, of every user, and the time in milliseconds since the epoch.
 * @returns the result of `change`.
 */
async function changeLinks<Changes extends LinkChanges>(
  change: (links: Link[], now: number) => Changes,
  options?: WriteOptions,
): Promise<Changes> {
  const jar = await holdCookies()
  const changes = change(await readLinks(jar), jar.now)
  await writeLinks(jar, changes, options)
  return changes
}

/** Changes the links of this browser that a user may use, and returns the result of `change`. */
export async function changeLinksOf(
  userId: string,
  change: (links: Link[], now: number) => LinkChanges,
): Promise<LinkChanges> {
  return changeLinks((links, now) => change(linksVisibleTo(links, userId), now))
}

/** Saves a link of this browser. */
export async function keepLink(link: Link): Promise<void> {
  await changeLinks(() => ({ put: [link], remove: [] }))
}

/**
 * Holds a new connect link in addition to the links that the browser already holds.
 *
 * @param arrival - as for `arriveLink`.
 * @param arrival.isLoginNext - whether the answer also begins a login, whose cookies leave no room for changes to other
 *   links. `bindHold` then makes these changes at the end of the login.
 * @returns false if the browser has no room for the link.
 */
export async function holdArrival(
  link: ConnectLink,
  { isLoginNext, ...arrival }: Omit<Parameters<typeof arriveLink>[2], 'now'> & { isLoginNext: boolean },
): Promise<boolean> {
  const { isHeld } = await changeLinks((links, now) => {
    const changes = arriveLink(links, link, { ...arrival, now })
    const isDeferred = isLoginNext && changes.isHeld && !changes.put.some(({ othersDropped }) => othersDropped)
    return isDeferred ? { ...changes, put: changes.put.slice(-1) } : changes
  })
  return isHeld
}

/** Binds the unbound links of this browser to the user who has just signed in, and returns them. */
export async function bindHold(userId: string): Promise<Link[]> {
  const bind = (links: Link[], now: number) => bindLinks(links, userId, now)
  return (await changeLinks(bind, { maxBytes: maxLineBytesBesideSession })).bound
}

/**
 * Sets the links of this browser aside, because their user has signed out. Only the same user can reopen them, after
 * the next sign-in. The function deletes unbound links, and links that only marks bind, because another person could
 * unbind those by deleting the cookie with the marks.
 */
export async function setHoldAside(): Promise<void> {
  const bound = (links: Link[]) => links.filter(({ owner }) => owner !== undefined)
  await changeLinks((links, now) => setLinksAside(bound(links), 'signed_out', now), { removesUnbound: true })
}

/** How to write links. */
interface WriteOptions {
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

/** As `maxLineBytes`, at a sign-in, which also sets the session and deletes the login's cookies. */
const maxLineBytesBesideSession = 1000

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

/** Reads all links of a browser. The function ignores invalid cookies and never throws because of one. */
export async function readLinks(jar: HoldCookies): Promise<Link[]> {
  return (await readStored(jar)).map(({ link }) => link)
}

async function readStored(jar: HoldCookies): Promise<Stored[]> {
  const sealed = jar.all()
  // Opening a seal is slow, and a request reads its links several times.
  const opened = perRequest('opened links', () => new Map<string, Promise<Stored[]>>())
  const key = JSON.stringify(sealed)
  const stored = opened.get(key) ?? openAll(sealed, jar.passwords)
  opened.set(key, stored)
  return (await stored).filter(({ link }) => memorySecondsLeft(link.arrivedAt, jar.now) > 0)
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

/** Applies changes to the links of a browser. */
export async function writeLinks(
  jar: HoldCookies,
  { put, remove }: LinkChanges,
  { maxBytes = maxLineBytes, removesUnbound = false }: WriteOptions = {},
): Promise<void> {
  if (put.length + remove.length === 0 && !removesUnbound) return
  const { passwords, now } = jar
  const stored = await readStored(jar)
  const changes = await Promise.all(
    put.map(async (link) => {
      const content = stored.find((one) => one.content.id === link.id)?.content
      return { link, mark: content && markFor(link, content), sealed: await sealLink(link, passwords.current, now) }
    }),
  )
  const bytesOf = (some: { sealed: string }[]) =>
    some.reduce((sum, { sealed }) => sum + sealed.length + emptyLineBytes, 0)
  const fitsAll = bytesOf(changes) <= maxBytes
  const written = changes.filter(({ mark }) => fitsAll || !mark)
  const others = stored.filter(({ content }) => !written.some(({ link }) => link.id === content.id))
  const unbound = others.filter(({ content }) => removesUnbound && content.owner === undefined)
  const gone = new Set([...remove, ...unbound.map(({ content }) => content.id)])
  for (const id of gone) jar.remove(id)
  for (const { link, sealed } of written) jar.set(link.id, sealed, memorySecondsLeft(link.arrivedAt, now))
  let lineBytes = bytesOf(written)

  const newMarks = new Map(fitsAll ? [] : changes.map(({ link, mark }) => [link.id, mark]))
  const marked = others.filter(({ content }) => !gone.has(content.id))
  if (marked.some(({ content }) => newMarks.has(content.id))) {
    const marks = marked.flatMap(({ sealed, content, mark }) => {
      const newest = newMarks.get(content.id) ?? mark
      return newest ? [[nameOf(sealed), newest] as const] : []
    })
    const sealed = await sealData(Object.fromEntries(marks), { password: passwords.current, ttl: linkMemorySeconds })
    jar.set(marksId, sealed, linkMemorySeconds)
    lineBytes += sealed.length + emptyLineBytes
  }

  const left = jar.all().filter(({ id }) => id !== marksId)
  if (left.length <= maxOpened) return
  const valid = new Set([...stored.map(({ content }) => content.id), ...put.map(({ id }) => id)])
  const room = Math.max(Math.floor((maxBytes - lineBytes) / emptyLineBytes), 0)
  const invalid = left.filter(({ id }) => !valid.has(id))
  for (const { id } of invalid.slice(0, Math.min(maxDeleted, room))) jar.remove(id)
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
export async function sealLink(link: Link, password: string, now: number): Promise<string> {
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
