import 'server-only'
import { perRequest } from '@/lib/request/context'
import { linkIdPattern, linkMemorySeconds, memorySecondsLeft, type Link, type LinkChanges } from './link'
import { marksFor, marksOf, withMarks, type Marks } from './link-marks'
import { sealLink, sealMarks, unsealLink, unsealMarks, type SealPasswords } from './sealed-link'

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

/** The max number of invalid cookies that a response deletes. */
const maxDeleted = 8

/**
 * The max length of all our lines of `Set-Cookie` in an answer, except for one link that has to change. Proxies accept
 * 4 KB of headers by default, and the other headers of an answer take about 1 KB.
 */
const maxLineBytes = 2300

/** The length of a line of `Set-Cookie` without the value. */
const emptyLineBytes = 160

/** The id of the cookie with the marks. No link can have it. */
const marksId = 'marks'

/*
 * Each link has a separate cookie, so that the response to a slow press does not undo the changes of another tab.
 */

/** Reads all links of this browser. The function ignores invalid cookies and never throws because of one. */
export async function readLinks(cookies: LinkCookies, passwords: SealPasswords, now: number): Promise<Link[]> {
  return (await readStored(cookies, passwords, now)).stored.map(({ link }) => link)
}

/** A link, its own cookie, and its content without the marks. */
interface Stored {
  sealed: string
  content: Link
  link: Link
}

async function readStored(
  cookies: LinkCookies,
  passwords: SealPasswords,
  now: number,
): Promise<{ stored: Stored[]; marks: Marks }> {
  // Opening a seal is slow, and a request reads its links several times.
  const opened = perRequest('opened links', () => new Map<string, Promise<unknown>>())
  const open = <Content>(key: string, opening: () => Promise<Content>): Promise<Content> => {
    const promise = opened.get(key) ?? opening()
    opened.set(key, promise)
    return promise as Promise<Content>
  }
  const all = cookies.all()
  const sealedMarks = all.find(({ id }) => id === marksId)?.value
  const marks =
    sealedMarks === undefined ? [] : ((await open(sealedMarks, () => unsealMarks(sealedMarks, passwords))) ?? [])
  const named = all.filter(({ id }) => linkIdPattern.test(id))
  const found = await Promise.all(
    named.slice(0, maxOpened).map(async ({ id, value: sealed }) => {
      const content = await open(sealed, () => unsealLink(sealed, passwords))
      if (content?.id !== id) return null
      // A link whose marks drop its app gets a new key, which must stay the same during the request.
      const link = await open(`${sealedMarks} ${sealed}`, async () => withMarks(content, sealed, marks))
      return memorySecondsLeft(link.arrivedAt, now) > 0 ? { sealed, content, link } : null
    }),
  )
  return { stored: found.filter((link) => link !== null), marks }
}

/** How to write links. */
export interface WriteOptions {
  /** As `maxLineBytes`, for an answer that sets other cookies too. */
  maxBytes?: number
  /** Whether to remove the links whose own cookies do not name a user, even if marks do. */
  removesUnbound?: boolean
}

/** Applies changes to the links of this browser. */
export async function writeLinks(
  cookies: LinkCookies,
  passwords: SealPasswords,
  { put, remove, now }: LinkChanges & { now: number },
  { maxBytes = maxLineBytes, removesUnbound = false }: WriteOptions = {},
): Promise<void> {
  if (put.length + remove.length === 0 && !removesUnbound) return
  const { stored, marks } = await readStored(cookies, passwords, now)
  const links = new Set([...stored.map(({ link }) => link.id), ...put.map(({ id }) => id)])
  const changes = await Promise.all(
    put.map(async (link) => {
      const before = stored.find(({ content }) => content.id === link.id)
      const mark = before ? marksFor(link, before.content, before.sealed) : null
      return { link, mark, sealed: await sealLink(link, passwords, now) }
    }),
  )
  const lengthOf = (some: typeof changes) => some.reduce((sum, { sealed }) => sum + sealed.length + emptyLineBytes, 0)
  const fitsAll = lengthOf(changes) <= maxBytes
  const written = changes.filter(({ mark }) => fitsAll || mark === null)
  const newIds = new Set(written.map(({ link }) => link.id))
  const unbound = stored.filter(
    ({ content: { id, owner } }) => removesUnbound && owner === undefined && !newIds.has(id),
  )
  const gone = new Set([...remove, ...unbound.map(({ content }) => content.id)])
  for (const id of gone) cookies.remove(id)
  for (const { link, sealed } of written) cookies.set(link.id, sealed, memorySecondsLeft(link.arrivedAt, now))

  const added = changes.flatMap(({ link, mark }) => (fitsAll || !mark || gone.has(link.id) ? [] : [mark]))
  let lineBytes = lengthOf(written)
  if (added.length > 0) {
    const replaced = new Set(put.map(({ id }) => id))
    const kept = cookies.all().filter(({ id }) => !replaced.has(id))
    const sealed = await sealMarks([...marksOf(marks, kept), ...added], passwords)
    cookies.set(marksId, sealed, linkMemorySeconds)
    lineBytes += sealed.length + emptyLineBytes
  }

  const others = cookies.all().filter(({ id }) => id !== marksId)
  if (others.length <= maxOpened) return
  const room = Math.max(Math.floor((maxBytes - lineBytes) / emptyLineBytes), 0)
  const invalid = others.filter(({ id }) => !links.has(id))
  for (const { id } of invalid.slice(0, Math.min(maxDeleted, room))) cookies.remove(id)
}
