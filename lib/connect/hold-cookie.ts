import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import type { ConnectLink } from './arrival'
import {
  arriveLink,
  bindLinks,
  isOpen,
  linksVisibleTo,
  setLinksAside,
  supportCodeOf,
  type Link,
  type LinkChanges,
  type OpenLink,
} from './link'
import { readLinks, writeLinks, type LinkCookies, type WriteOptions } from './link-cookies'

/*
 * Reads and writes the connect links of the browser that made the current HTTP request. This is the only file in
 * `lib/connect` that uses Next's cookies and the configuration.
 */

async function linkCookies(): Promise<LinkCookies> {
  const jar = await cookies()
  const { isHttps } = config().app
  // Browsers accept a cookie with `__Host-` only over https and only from this exact host.
  const prefix = isHttps ? '__Host-connect-hold-' : 'connect-hold-'
  const attributes = { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/' } as const
  return {
    all: () =>
      jar
        .getAll()
        .filter(({ name, value }) => name.startsWith(prefix) && value !== '')
        .map(({ name, value }) => ({ id: name.slice(prefix.length), value })),
    set: (id, value, maxAge) => jar.set(prefix + id, value, { ...attributes, maxAge }),
    remove: (id) => jar.set(prefix + id, '', { ...attributes, maxAge: 0 }),
  }
}

/** The max length of our lines of `Set-Cookie` at a sign-in, which also sets the session and deletes the login's cookies. */
const bytesBesideSession = 1000

const passwords = () => ({ current: config().hold.password, previous: config().hold.previousPassword })

/** Returns the links of this browser that a user may use. */
export async function linksOf(userId: string): Promise<Link[]> {
  return linksVisibleTo(await allLinks(), userId)
}

/** Returns a link of this browser that the service can still confirm for a user. */
export async function openLinkOf(userId: string, id: string | null): Promise<OpenLink | undefined> {
  const now = Date.now()
  return (await linksOf(userId)).find((link): link is OpenLink => link.id === id && isOpen(link, now))
}

async function allLinks(): Promise<Link[]> {
  return readLinks(await linkCookies(), passwords(), Date.now())
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
  const now = Date.now()
  const jar = await linkCookies()
  const changes = change(await readLinks(jar, passwords(), now), now)
  await writeLinks(jar, passwords(), { ...changes, now }, options)
  return changes
}

/** Changes the links of this browser that a user may use, and returns the result of `change`. */
export async function changeLinksOf(
  userId: string,
  change: (links: Link[], now: number) => LinkChanges,
): Promise<LinkChanges> {
  return changeLinks((links, now) => change(linksVisibleTo(links, userId), now))
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

/**
 * Returns the link that a wallet app answers, if this browser holds it. If the user has signed out meanwhile, the link
 * keeps the answer until they sign in again.
 */
export async function linkOfApp(id: string, userId: string | undefined): Promise<Link | undefined> {
  const links = userId === undefined ? await allLinks() : await linksOf(userId)
  return links.find((link) => link.id === id)
}

/** Saves a link of this browser. */
export async function keepLink(link: Link): Promise<void> {
  await changeLinks(() => ({ put: [link], remove: [] }))
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

/** Returns the open, unbound links of this browser. */
export async function unboundLinks(): Promise<Link[]> {
  return (await allLinks()).filter((link) => link.owner === undefined && isOpen(link, Date.now()))
}

/** Binds the unbound links of this browser to the user who has just signed in, and returns them. */
export async function bindHold(userId: string): Promise<Link[]> {
  const bind = (links: Link[], now: number) => bindLinks(links, userId, now)
  return (await changeLinks(bind, { maxBytes: bytesBesideSession })).bound
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
