import 'server-only'
import { perRequest } from '@/lib/request/context'
import { mostUsefulLast, memorySecondsLeft, type Link, type LinkChanges } from './link'
import { sealLink, unsealLink, type SealPasswords } from './sealed-link'

/** The cookies for connect links that a browser has sent, and those that it is to be sent. */
export interface LinkCookies {
  /** By the id of the link, which is a part of the cookie's name. */
  all(): { id: string; value: string }[]
  set(id: string, value: string, maxAgeSeconds: number): void
  remove(id: string): void
}

/**
 * For the cookies of all links together. nginx's defaults allow 8 KB of headers in a request and 4 KB in a
 * response, where a session and the security policy need room too.
 */
const maxBytesOfAllCookies = 3000

/** More cookies than a browser gets from this app: some of them are invalid. */
const tooManyCookies = 8

/*
 * Each link of a browser has a cookie of its own, so that the response to a press that took a while does not
 * undo what another tab has done meanwhile.
 */

/** All links of this browser. An invalid cookie is no link, and never an error. */
export async function readLinks(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Link[]> {
  // A request reads its links several times, and opening a seal derives two keys.
  const opened = perRequest('opened links', () => new Map<string, Promise<Link | null>>())
  const found = await Promise.all(
    cookies.all().map(async ({ id, value }) => {
      const opening = opened.get(value) ?? unsealLink(value, passwords)
      opened.set(value, opening)
      const link = await opening
      return link?.id === id && memorySecondsLeft(link.arrivedAt, now) > 0 ? link : null
    }),
  )
  return found.filter((link) => link !== null)
}

/** Applies changes to the links of this browser. The last one put is what the change is about: it always stays. */
export async function writeLinks(
  cookies: LinkCookies,
  passwords: SealPasswords,
  { put, remove, now }: LinkChanges & { now: number },
): Promise<void> {
  if (put.length + remove.length === 0) return
  const before = await readLinks(cookies, passwords, now)
  const values = new Map(cookies.all().map(({ id, value }) => [id, value]))
  const forget = (id: string) => {
    values.delete(id)
    cookies.remove(id)
  }

  remove.forEach(forget)
  for (const link of put) values.set(link.id, await sealLink(link, passwords, now))

  const after = [...before.filter(({ id }) => values.has(id) && put.every((link) => link.id !== id)), ...put]
  const size = () => after.reduce((sum, { id }) => sum + (values.get(id)?.length ?? 0), 0)
  const mayGo = after.filter((link) => link !== put.at(-1))
  for (const { id } of mostUsefulLast(mayGo, now)) if (size() > maxBytesOfAllCookies) forget(id)
  for (const { id, arrivedAt } of put) {
    const value = values.get(id)
    if (value !== undefined) cookies.set(id, value, memorySecondsLeft(arrivedAt, now))
  }
  if (cookies.all().length > tooManyCookies) {
    for (const { id } of cookies.all()) if (after.every((link) => link.id !== id)) cookies.remove(id)
  }
}
