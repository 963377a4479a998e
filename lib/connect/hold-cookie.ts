import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { cookies } from 'next/headers'
import type { z } from 'zod'
import { config } from '@/lib/config'
import { perRequest } from '@/lib/request/context'
import {
  bindLinks,
  isOpen,
  linkMemorySeconds,
  linkSchema,
  linksVisibleTo,
  linkTogether,
  memorySecondsLeft,
  ownerOf,
  isTrace,
  setLinksAside,
  supportCodeOf,
  togetherSchema,
  traceOf,
  withoutApp,
  type HeldLink,
  type Link,
  type LinkChanges,
  type OpenLink,
  type Together,
  type VisibleLink,
} from './link'

/*
 * The hold: the connect links of one browser. Only this file of `lib/connect` uses cookies and the configuration.
 *
 * Each link has a sealed cookie of its own, so the answer to a slow press does not undo the changes of another tab. The
 * app needs no store, a restart loses nothing, and every instance with the same passwords can open a cookie. Proxies
 * accept at most 4 KB of headers in an answer by default, and a link can have 2 KB. So an answer writes one link. One
 * more cookie has what a sign-in, a sign-out or Cancel says about all. The times of the links tell which need a choice.
 */

export interface HoldCookies {
  /** The names have no prefix: `hold-` or `past-` with a link's id, or `links`. */
  all(): { name: string; value: string }[]
  /** 0 seconds remove it. */
  set(name: string, value: string, maxAgeSeconds: number): void
  passwords: SealPasswords
  /** Milliseconds since the epoch. */
  now: number
}

export interface SealPasswords {
  current: string
  /** During a rotation. They open seals but never create them. */
  previous?: string | undefined
  next?: string | undefined
}

export interface Hold {
  links: HeldLink[]
  together: Together
  /**
   * Milliseconds since the epoch, later than all times in the cookies. So a change comes after all that it knows of,
   * even if clocks differ or one was set back.
   */
  now: number
}

const togetherCookie = 'links'

/** A trace is in a cookie of its own, so that nothing of the hold is left after a confirm. */
const cookieOf = (link: Link) => `${isTrace(link) ? 'past' : 'hold'}-${link.id}`

async function holdCookies(): Promise<HoldCookies> {
  const jar = await cookies()
  const { app, hold } = config()
  // Browsers accept a cookie with `__Host-` only over https and only from this exact host.
  const prefix = app.isHttps ? '__Host-connect-' : 'connect-'
  const attributes = { httpOnly: true, secure: app.isHttps, sameSite: 'lax', path: '/' } as const
  return {
    all: () =>
      jar
        .getAll()
        .filter(({ name, value }) => name.startsWith(prefix) && value !== '')
        .map(({ name, value }) => ({ name: name.slice(prefix.length), value })),
    set: (name, value, maxAge) => jar.set(prefix + name, value, { ...attributes, maxAge }),
    passwords: { current: hold.password, previous: hold.previousPassword, next: hold.nextPassword },
    now: Date.now(),
  }
}

/** Returns the links of this browser that a user may use. Without a user, these are the links that belong to none. */
export async function linksOf(userId: string | undefined): Promise<VisibleLink[]> {
  const { links } = await readHold(await holdCookies())
  return linksVisibleTo(links, userId, Date.now())
}

/** Returns a link of this browser that a user can confirm now. It is open, and chosen if it needs a choice. */
export async function openLinkOf(userId: string, id: string | null): Promise<OpenLink | undefined> {
  const links = await linksOf(userId)
  return links
    .filter((link) => isOpen(link, Date.now()))
    .find((link) => link.id === id && (link.isChosen || !link.needsChoice))
}

/**
 * Returns the link that a wallet app answers, if this browser holds it. If the user has signed out meanwhile, the link
 * keeps the answer until they sign in again.
 */
export async function linkOfApp(id: string, userId: string | undefined): Promise<Link | undefined> {
  const links = userId === undefined ? (await readHold(await holdCookies())).links : await linksOf(userId)
  return links.find((link) => link.id === id && !isTrace(link))
}

/**
 * The support code of the link that the user most likely means, for the pages; undefined without a link.
 *
 * @param userId - called only if this browser has links.
 */
export async function supportCode(userId: () => Promise<string | undefined>): Promise<string | undefined> {
  const { links } = await readHold(await holdCookies())
  const visible = links.length > 0 ? await linksOf(await userId()) : []
  const [link] = visible
    .filter((one) => !isTrace(one))
    .toSorted((a, b) => Number(a.needsChoice) - Number(b.needsChoice) || b.changedAt - a.changedAt)
  return link && supportCodeOf(link)
}

/**
 * Binds the unbound links of this browser to the user who has just signed in, and returns them. Their own cookies name
 * the user too, as far as the answer has room.
 */
export async function bindHold(userId: string): Promise<Link[]> {
  const { bound } = await changeLinks(null, async (links, now) => {
    const changes = bindLinks(links, userId, now)
    const named = changes.bound.map((link) => ({ ...link, owner: ownerOf(userId) }))
    return { ...changes, put: await newestThatFit(named, maxLineBytesAtSignIn, now) }
  })
  return bound
}

/**
 * Sets the links of this browser aside at a sign-out. Only the same user can open them again. The next user of the
 * browser can delete single cookies, so each link must name its user in its own cookie. The function names the user in
 * the others as far as the answer has room, and deletes the rest.
 */
export async function setHoldAside(): Promise<void> {
  await changeLinks(null, async (links, now) => {
    const changing = links.filter(({ owner, isNamed, isPressedInApp }) => !owner || !isNamed || isPressedInApp)
    const named = changing.filter(({ owner }) => owner)
    const put = await newestThatFit(
      named.map((link) => (link.isPressedInApp ? withoutApp(link) : link)),
      maxLineBytesAtSignOut,
      now,
    )
    const lost = changing.filter(({ id }) => !put.some((link) => link.id === id))
    const [trace] = lost.filter((link) => isOpen(link, now)).map((link) => traceOf(link, 'no_room', now))
    const remove = lost.map(({ id }) => id)
    return { ...setLinksAside(links, now), put: trace ? [...put, trace] : put, remove }
  })
}

/** Returns the newest links whose lines of `Set-Cookie` have at most this length together. */
async function newestThatFit(links: readonly Link[], maxBytes: number, now: number): Promise<Link[]> {
  const { passwords } = await holdCookies()
  const fitting: Link[] = []
  let left = maxBytes
  for (const link of links.toSorted((a, b) => b.changedAt - a.changedAt)) {
    const bytes = emptyLineBytes + (await sealLink(link, passwords.current, now)).length
    if (bytes > left) continue
    fitting.push(link)
    left -= bytes
  }
  return fitting
}

/** The max size of a cookie in browsers, in bytes, with its name (RFC 6265bis). */
const maxCookieBytes = 4096

/** The max size of a sealed link, in characters. */
const maxSealedBytes = 1900

/** The max size with the session of a wallet app. */
const maxSealedBytesWithApp = 2600

/** The max length of all cookies of the hold in a request. nginx allows a header of 8 KB; a session can have 1 KB. */
const maxHoldBytes = 6900

/** The max number of cookies to open in a request, at 0.5 ms each. Only links that arrive at once exceed four. */
const maxOpened = 8

/** What a cookie of the hold adds to a request. The name has no prefix. */
const bytesInRequest = (name: string, value = '') => `__Host-connect-${name}=${value}; `.length

/** The max number of invalid cookies that a response deletes. Each takes a line of its headers. */
const maxDeleted = 4

/** The max length of the lines of `Set-Cookie` that write links at a sign-in, which also sets the session. */
const maxLineBytesAtSignIn = 800

/** The same at a sign-out. */
const maxLineBytesAtSignOut = 1950

const emptyLineBytes = 160

/** Reads all links of a browser. It ignores invalid cookies. */
export async function readHold(jar: HoldCookies): Promise<Hold> {
  const { passwords } = jar
  const all = jar.all()
  const open = async () => {
    const sealed = all.find(({ name }) => name === togetherCookie)?.value
    const together = (await unseal(togetherSchema, sealed, passwords)) ?? { bound: null, all: null }
    const named = all.filter(({ name }) => linkCookiePattern.test(name)).slice(0, maxOpened)
    const links = await Promise.all(
      named.map(async ({ name, value }) => {
        const link = await unseal(linkSchema, value, passwords)
        return link && name === cookieOf(link) ? [linkTogether(link, together)] : []
      }),
    )
    return { links: links.flat(), together }
  }
  // Opening a seal is slow, and a request reads its links several times.
  const opened = perRequest('opened hold', () => new Map<string, Promise<Omit<Hold, 'now'>>>())
  const key = JSON.stringify(all)
  const reading = opened.get(key) ?? open()
  opened.set(key, reading)
  const { links, together } = await reading
  const times = links.flatMap(({ arrivedAt, changedAt, chosenAt = 0 }) => [arrivedAt, changedAt, chosenAt])
  const now = Math.max(jar.now, 1 + Math.max(together.bound?.at ?? 0, together.all?.at ?? 0, ...times))
  return { together, links: links.filter(({ arrivedAt }) => memorySecondsLeft(arrivedAt, now) > 0), now }
}

const linkCookiePattern = /^(?:hold|past)-[\w-]{12}$/

/**
 * Changes the links of a browser, and returns the result of `change`.
 *
 * @param userId - whose visible links `change` receives; null for all links of every user.
 */
export async function changeLinks<Changes extends LinkChanges>(
  userId: string | null,
  change: (links: HeldLink[], now: number) => Changes | Promise<Changes>,
  jar?: HoldCookies,
): Promise<Changes> {
  const cookies = jar ?? (await holdCookies())
  const { passwords, now } = cookies
  const held = await readHold(cookies)
  const changes = await change(userId === null ? held.links : linksVisibleTo(held.links, userId, held.now), held.now)
  const { put = [], remove = [], together } = changes
  const sent = new Map(cookies.all().map(({ name, value }) => [name, value]))
  const kept = new Set(put.map(cookieOf))
  for (const link of held.links) {
    // A new trace says all that the earlier ones of its kind do.
    const isReplaced = put.some(({ id, status }) => id === link.id || (isTrace(link) && status === link.status))
    if (!isReplaced && !remove.includes(link.id)) continue
    if (!kept.has(cookieOf(link))) cookies.set(cookieOf(link), '', 0)
    sent.delete(cookieOf(link))
  }
  if (together) {
    const content: Together = { ...held.together, ...together }
    const sealed = await sealData(content, { password: passwords.current, ttl: linkMemorySeconds })
    cookies.set(togetherCookie, sealed, linkMemorySeconds)
    sent.set(togetherCookie, sealed)
  }
  for (const link of put) {
    const name = cookieOf(link)
    const used = [...sent].reduce((sum, [other, value]) => sum + bytesInRequest(other, value), bytesInRequest(name))
    const sealed = await sealLink(link, passwords.current, now, maxHoldBytes - used)
    cookies.set(name, sealed, memorySecondsLeft(link.arrivedAt, now))
    sent.set(name, sealed)
  }
  if (put.length + remove.length > 0) removeInvalid(cookies, new Set([...held.links, ...put].map(cookieOf)))
  return changes
}

function removeInvalid(cookies: HoldCookies, valid: ReadonlySet<string>): void {
  const left = cookies.all().filter(({ name }) => /^(?:hold|past)-/.test(name))
  if (left.length <= maxOpened) return
  const unopened = left.filter(({ name }) => linkCookiePattern.test(name)).slice(maxOpened)
  const invalid = left.filter((cookie) => !valid.has(cookie.name) && !unopened.includes(cookie))
  for (const { name } of invalid.slice(0, maxDeleted)) cookies.set(name, '', 0)
}

/**
 * Seals a link. If it is too long, it omits the service's message, then entries and wallet app, and then the outcome.
 *
 * @param maxBytes - the room among all cookies of the hold. What cannot be omitted may be longer.
 */
export async function sealLink(link: Link, password: string, now: number, maxBytes = Infinity): Promise<string> {
  // A link that was read has fields that are not its own.
  const whole = linkSchema.parse(link)
  const { entered: _entered, outcome: said, app, isPressedInApp: _isPressedInApp, ...essentials } = whole
  const outcome = said && 'message' in said ? { ...said, message: null } : said
  const ttl = Math.max(memorySecondsLeft(link.arrivedAt, now), 1)
  const room = Math.min(maxBytes, app?.session === undefined ? maxSealedBytes : maxSealedBytesWithApp)
  for (const version of [whole, { ...whole, outcome }, { ...essentials, outcome }]) {
    const sealed = await sealData(version, { password, ttl })
    if (sealed.length <= room) return sealed
  }
  return sealData(essentials, { password, ttl })
}

/**
 * Opens a seal by trying each password, so that operators need not number them. Null if the seal was changed or has
 * expired, or no password or content fits.
 */
async function unseal<Content>(
  schema: z.ZodType<Content>,
  sealed: string | undefined,
  { current, previous, next }: SealPasswords,
): Promise<Content | null> {
  if (sealed === undefined || sealed.length > maxCookieBytes) return null
  for (const password of [current, previous, next]) {
    if (password === undefined) continue
    // iron-session answers `{}` for another password. So each schema needs a field.
    const content = await unsealData(sealed, { password, ttl: linkMemorySeconds }).catch(() => null)
    const { data } = schema.safeParse(content)
    if (data !== undefined) return data
  }
  return null
}
