import 'server-only'
import { mostUsefulLast, memorySecondsLeft, type Link, type LinkChanges } from './link'
import type { LinkStore } from './link-store'

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
export async function readLinks(cookies: LinkCookies, store: LinkStore, now: number): Promise<Link[]> {
  const found = await Promise.all(
    cookies.all().map(async ({ id, value }) => {
      const link = await store.find(value, now)
      return link?.id === id ? link : null
    }),
  )
  return found.filter((link) => link !== null)
}

/** Applies changes to the links of this browser. The last one put is what the change is about: it always stays. */
export async function writeLinks(
  cookies: LinkCookies,
  store: LinkStore,
  { put, remove, now }: LinkChanges & { now: number },
): Promise<void> {
  const before = await readLinks(cookies, store, now)
  const values = new Map(cookies.all().map(({ id, value }) => [id, value]))
  const forget = async (id: string) => {
    const value = values.get(id)
    values.delete(id)
    cookies.remove(id)
    if (value !== undefined) await store.remove(value)
  }

  await Promise.all(remove.map(forget))
  for (const link of put) values.set(link.id, await store.put(link, values.get(link.id), now))

  const after = [...before.filter(({ id }) => values.has(id) && put.every((link) => link.id !== id)), ...put]
  const size = () => after.reduce((sum, { id }) => sum + (values.get(id)?.length ?? 0), 0)
  for (const link of mostUsefulLast(after, now)) {
    if (size() > maxBytesOfAllCookies && link !== put.at(-1)) await forget(link.id)
  }
  for (const link of put) {
    const value = values.get(link.id)
    if (value !== undefined) cookies.set(link.id, value, memorySecondsLeft(link, now))
  }
  if (cookies.all().length > tooManyCookies) {
    for (const { id } of cookies.all()) if (after.every((link) => link.id !== id)) cookies.remove(id)
  }
}
