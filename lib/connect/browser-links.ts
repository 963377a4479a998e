import 'server-only'
import { perRequest } from '@/lib/request/context'
import { linkIdPattern, memorySecondsLeft, type Link, type LinkChanges } from './link'
import { sealLink, unsealLink, type SealPasswords } from './sealed-link'

/** The cookies for connect links that a browser has sent, and those that it is to be sent. */
export interface LinkCookies {
  /** By the id of the link, which is a part of the cookie's name. */
  all(): { id: string; value: string }[]
  set(id: string, value: string, maxAgeSeconds: number): void
  remove(id: string): void
}

/**
 * How many cookies of a request are opened, each of which costs half a millisecond. A browser has more than four links
 * only where several arrived at once.
 */
const maxOpened = 8

/** How many cookies a response deletes: each takes a line of its head, which proxies bound. */
const maxDeleted = 8

/*
 * Each link of a browser has a cookie of its own, so that the response to a press that took a while does not
 * undo what another tab has done meanwhile.
 */

/** All links of this browser. An invalid cookie is no link, and never an error. */
export async function readLinks(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Link[]> {
  // A request reads its links several times, and opening a seal derives two keys.
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
