import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { instanceMark, noteInstanceMark } from '@/lib/instances'
import { perRequest } from '@/lib/request/context'
import { store, StoreUnavailableError } from '@/lib/store'
import type { ConnectLink } from './arrival'
import { readLinks, writeLinks, type LinkCookies } from './browser-links'
import { arriveLink, bindLinks, linksVisibleTo, setLinksAside, type Link, type LinkChanges } from './link'
import { sealedLinkStore, sharedLinkStore, type LinkStore } from './link-store'

/*
 * Reads and writes the connect links of the browser that made the current HTTP request. This is the only
 * file in `lib/connect` that knows of requests and of the environment.
 */

/** With the `__Host-` prefix, browsers reject the cookie from a sibling host or without https. */
function cookiePrefix(): string {
  return config().app.isHttps ? '__Host-connect-hold-' : 'connect-hold-'
}

async function linkCookies(): Promise<LinkCookies> {
  const jar = await cookies()
  const prefix = cookiePrefix()
  const attributes = { httpOnly: true, secure: config().app.isHttps, sameSite: 'lax', path: '/' } as const
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

/** With Redis the links are there, and else in the cookies themselves. One for each request: it opens a seal once. */
function linkStore(): LinkStore {
  return perRequest('link store', () => {
    const { hold, redisUrl } = config()
    const passwords = { current: hold.password, previous: hold.previousPassword }
    return redisUrl === undefined ? sealedLinkStore(passwords) : sharedLinkStore(store(), passwords)
  })
}

/**
 * All links of this browser, whichever users they are bound to.
 *
 * @throws StoreUnavailableError, as all functions here do
 */
export async function heldLinks(): Promise<Link[]> {
  const links = await readLinks(await linkCookies(), linkStore(), Date.now())
  for (const { sealedBy } of links) noteInstanceMark(sealedBy)
  return links
}

/** The links of this browser that a user may use. */
export async function linksOf(userId: string): Promise<Link[]> {
  return linksVisibleTo(await heldLinks(), userId)
}

/** Applies a change to the links of this browser. */
export async function changeLinks(changes: LinkChanges): Promise<void> {
  if (changes.put.length + changes.remove.length === 0) return
  const put = store().isShared ? changes.put : changes.put.map((link) => ({ ...link, sealedBy: instanceMark() }))
  await writeLinks(await linkCookies(), linkStore(), { ...changes, put, now: Date.now() })
}

/**
 * Holds a connect link that has just arrived, beside those that are held already.
 *
 * @param userId - the signed-in user, if there is one.
 */
export async function holdArrival(link: ConnectLink, userId: string | undefined): Promise<void> {
  await changeLinks(arriveLink(await heldLinks(), link, { userId, now: Date.now() }))
}

/**
 * Binds the links of this browser that are bound to nobody to the user who has just signed in. While the
 * store is away there is nothing to bind: signing in goes on.
 */
export async function bindHold(userId: string): Promise<void> {
  await unlessStoreIsAway(async () => changeLinks(bindLinks(await heldLinks(), userId)))
}

/**
 * Sets the links of this browser aside, because their user has signed out: the same user, signed in again,
 * can have them back, and nobody else. Those that are bound to nobody are deleted.
 */
export async function setHoldAside(): Promise<void> {
  await unlessStoreIsAway(async () => {
    const links = await heldLinks()
    const bound = links.filter(({ owner }) => owner !== undefined)
    const unbound = links.filter(({ owner }) => owner === undefined)
    await changeLinks({
      put: setLinksAside(bound, 'signed_out', Date.now()).put,
      remove: unbound.map(({ id }) => id),
    })
  })
}

async function unlessStoreIsAway(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
  }
}
