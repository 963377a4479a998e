import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { linkSchema, withoutApp, type Link } from './link'

/*
 * Small changes to several links at once, such as the user to whom they belong. A link's own cookie can have 2 KB, and
 * proxies accept at most 4 KB of headers by default. So an answer that changes several links stores these fields for
 * all of them in one cookie, the marks. The next change to a link writes them into its own cookie.
 */

const statuses = linkSchema.shape.status.options
const flagBits = { needsChoice: 1, othersDropped: 2, hasNoApp: 4 }

/** The marks of each link, as short as possible. `of` names the link's sealed cookie, so that a newer one has no marks. */
export const marksSchema = z.array(
  z.tuple([
    z.string().describe('of'),
    z.string().nullable().describe('owner'),
    z.number().describe('the position of the status'),
    z.number().describe('changedAt'),
    z.number().nullable().describe('chosenAt'),
    z.number().describe('flags'),
  ]),
)

export type Marks = z.output<typeof marksSchema>

/** Names a sealed cookie by a part of its signature. */
const nameOf = (sealed: string): string => sealed.slice(-12)

/** Returns the marks of these cookies. */
export const marksOf = (marks: Marks, cookies: readonly { value: string }[]): Marks =>
  marks.filter(([of]) => cookies.some(({ value }) => nameOf(value) === of))

/** Returns a link with its marks. */
export function withMarks(stored: Link, sealed: string, marks: Marks): Link {
  const [, owner, status, changedAt, chosenAt, flags] = marks.find(([of]) => of === nameOf(sealed)) ?? []
  if (changedAt === undefined || flags === undefined || status === undefined) return stored
  const { owner: _owner, chosenAt: _chosenAt, othersDropped: _othersDropped, ...link } = stored
  return {
    ...((flags & flagBits.hasNoApp) > 0 ? withoutApp(link) : link),
    ...(owner && { owner }),
    status: statuses[status] ?? 'ended',
    changedAt,
    needsChoice: (flags & flagBits.needsChoice) > 0,
    ...(chosenAt && { chosenAt }),
    ...((flags & flagBits.othersDropped) > 0 && { othersDropped: true }),
  }
}

/**
 * Returns the marks that change a stored link to this one.
 *
 * @returns null if the link differs in another field.
 */
export function marksFor(link: Link, stored: Link, sealed: string): Marks[number] | null {
  const hasNoApp = !isDeepStrictEqual(appOf(link), appOf(stored))
  // Until the user has chosen the link, no wallet app can answer it, so its new key need not be stored.
  if ((hasNoApp && (!link.needsChoice || link.app)) || !isDeepStrictEqual(restOf(link), restOf(stored))) return null
  const { owner = null, status, changedAt, chosenAt = null, needsChoice, othersDropped } = link
  const flags =
    (needsChoice ? flagBits.needsChoice : 0) +
    (othersDropped ? flagBits.othersDropped : 0) +
    (hasNoApp ? flagBits.hasNoApp : 0)
  return [nameOf(sealed), owner, statuses.indexOf(status), changedAt, chosenAt, flags]
}

const appOf = ({ app, appKey, isPressedInApp }: Link) => ({ app, appKey, isPressedInApp })

const appFields = ['app', 'appKey', 'isPressedInApp']
const markFields = ['owner', 'status', 'changedAt', 'chosenAt', 'needsChoice', 'othersDropped']
const changeable = new Set([...appFields, ...markFields])

/** Returns the fields that no marks can change. */
const restOf = (link: Link) => Object.fromEntries(Object.entries(link).filter(([name]) => !changeable.has(name)))
