import 'server-only'
import { perRequest } from '@/lib/request/context'
import { linkIdPattern, memorySecondsLeft, type Link, type LinkChanges } from './link'
import { sealLink, unsealLink, type SealPasswords } from './sealed-link'

/** The cookies for connect links: the browser's cookies, and our changes to them. */
export interface LinkCookies {
  /** Each cookie with the link's id, which is a part of the cookie's name. */
  all(): { id: string; value: string }[]
  set(id: string, value: string, maxAgeSeconds: number): void
  remove(id: string): void
}

/**
 * The max number of cookies to open in a request; each costs 0.5 ms. A browser has more than four links only if several
 * arrived at once.
 */
const maxOpened = 8

/**
 * The max number of cookies that a response deletes. Each adds a header line, and proxies limit the size of the
 * headers.
 */
const maxDeleted = 8

/*
 * Each link has a separate cookie, so that the response to a slow press does not undo the changes of another tab.
 */

/** Reads all links of this browser. The function ignores invalid cookies and never throws because of one. */
export async function readLinks(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Link[]> {
  // Opening a seal is slow, and a request reads its links several times.
  const opened = perRequest('opened links', () => new Map<string, Promise<Link | null>>())
  const named = cookies.all().filter(({ id }) => linkIdPattern.test(id))
  const found = await Promise.all(
    named.slice(0, maxOpened).map(async ({ id, value }) => {
      const opening = opened.get(value) ?? unsealLink(value, passwords)
      opened.set(value, opening)
      const link = await opening
      return link?.id === id && memorySecondsLeft(link.arrivedAt, now) > 0 ? link : null
    }),
  )
  return found.filter((link) => link !== null)
}

/** Applies changes to the links of this browser. */
export async function writeLinks(
  cookies: LinkCookies,
  passwords: SealPasswords,
  { put, remove, now }: LinkChanges & { now: number },
): Promise<void> {
  if (put.length + remove.length === 0) return
  const links = new Set([...(await readLinks(cookies, passwords, now)), ...put].map(({ id }) => id))
  for (const id of remove) cookies.remove(id)
  for (const link of put) {
    cookies.set(link.id, await sealLink(link, passwords, now), memorySecondsLeft(link.arrivedAt, now))
  }
  const left = cookies.all()
  if (left.length <= maxOpened) return
  for (const { id } of left.filter((cookie) => !links.has(cookie.id)).slice(0, maxDeleted)) cookies.remove(id)
}
