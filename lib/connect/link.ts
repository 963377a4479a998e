import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ConnectLink } from './arrival'

/** A link can be confirmed for as long as its connect request lives: 30 minutes ("Limits"). */
export const linkLifetimeSeconds = 30 * 60

/** A link that has ended is remembered for as long again, so that the page can say why. */
export const linkMemorySeconds = 2 * linkLifetimeSeconds

/** How many links one browser can hold. The oldest one makes room, and one that is of no more use first. */
const maxLinks = 4

export const refusalReasons = [
  'already_confirmed',
  'request_not_found',
  'request_expired',
  'nonce_mismatch',
  'invalid_address',
  'invalid_request',
  'not_authorized',
  'rate_limited',
  'server_error',
  'redirected',
  'no_answer',
  'answer_unreadable',
  'return_url_unusable',
  'unknown',
] as const

/** Why the wallet was not connected: the interface's reasons, and our own for cases without one. */
export type RefusalReason = (typeof refusalReasons)[number]

/** What the last press of Connect for a link came to. Never an `auth_code`, never a `return_url`. */
const pressResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('address_problem'),
    problem: z.enum(['missing', 'wrong_characters', 'wrong_length', 'transaction_signature']),
  }),
  z.object({ kind: z.literal('proof_problem'), problem: z.enum(['missing', 'refused']) }),
  z.object({
    kind: z.literal('refused'),
    reason: z.enum(refusalReasons),
    remedy: z.enum(['press_connect_again', 'open_newest_link', 'check_address', 'try_again', 'tell_operator']),
    /** The service's own text, safe to show. */
    message: z.string().nullable(),
    /** What the user quotes to the operator, who finds the log line by it. */
    code: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('wait'),
    /** Milliseconds since the epoch. */
    until: z.number(),
    /** How many people are connected before this one; null where it is not known. */
    place: z.number().nullable(),
    message: z.string().nullable(),
    code: z.string().nullable(),
  }),
  z.object({ kind: z.literal('too_many_attempts'), until: z.number() }),
])

export type PressResult = z.output<typeof pressResult>

/** What the user entered before the last press, so that they need not do it again. */
const enteredSchema = z.object({
  walletAddress: z.string(),
  /** The wallet that signed, and its signature in base58; both or neither. */
  signed: z.object({ walletName: z.string(), signature: z.string() }).optional(),
})

export type Entered = z.output<typeof enteredSchema>

/** A connect link as it is stored. */
export const linkSchema = z.object({
  /** Random; names the link in forms, where the nonce must not stand. */
  id: z.string(),
  requestId: z.string(),
  /** Secret. Absent once the link has ended. */
  nonce: z.string().optional(),
  /** Tells the same link when it arrives again, after it has ended too. */
  digest: z.string(),
  /** When the link arrived, in milliseconds since the epoch. The 30 minutes start here. */
  arrivedAt: z.number(),
  /** A hash of the user that the link is bound to. Absent until somebody has signed in. */
  owner: z.string().optional(),
  status: z.enum(['open', 'cancelled', 'signed_out', 'ended']),
  /** When the status was last changed, in milliseconds since the epoch. */
  changedAt: z.number(),
  /** True from when the link stood beside another one until its user says that it is theirs. */
  needsChoice: z.boolean(),
  /** Which instance has sealed it, and when; only where instances share nothing. */
  sealedBy: z.string().optional(),
  entered: enteredSchema.optional(),
  result: pressResult.optional(),
})

export type Link = z.output<typeof linkSchema>

/** A link that can be confirmed. */
export type OpenLink = Link & { status: 'open'; nonce: string }

/** Changes that a store is to make: links to put in their place, and ids of links to remove. */
export interface LinkChanges {
  put: Link[]
  remove: string[]
}

/** The hash by which a link knows its user. A link says nothing of its user that could be read from it. */
export function ownerOf(userId: string): string {
  return createHash('sha256').update(`link-owner:${userId}`).digest('base64url').slice(0, 22)
}

/** A hash of a link, nonce included, that tells two links apart and reveals neither. */
function digestOf({ requestId, nonce }: ConnectLink): string {
  return createHash('sha256').update(`connect-link:${requestId}:${nonce}`).digest('base64url').slice(0, 22)
}

/** Whole seconds until a link can no longer be confirmed, rounded down. 0 if it has expired. */
export function secondsLeft(link: Pick<Link, 'arrivedAt'>, now: number): number {
  const left = Math.floor((link.arrivedAt + linkLifetimeSeconds * 1000 - now) / 1000)
  // If the clock has been set back, `arrivedAt` is in the future. That must not extend the lifetime.
  return Math.min(Math.max(left, 0), linkLifetimeSeconds)
}

/** Whole seconds for which a link is still remembered. 0 if it is to be forgotten. */
export function memorySecondsLeft(link: Pick<Link, 'arrivedAt'>, now: number): number {
  const left = Math.floor((link.arrivedAt + linkMemorySeconds * 1000 - now) / 1000)
  return Math.min(Math.max(left, 0), linkMemorySeconds)
}

/** The links that a user may see: their own, and those that are bound to nobody. */
export function linksVisibleTo(links: readonly Link[], userId: string | undefined): Link[] {
  if (userId === undefined) return links.filter(({ owner }) => owner === undefined)
  const owner = ownerOf(userId)
  return links.filter((link) => link.owner === undefined || link.owner === owner)
}

/** Whether a link can be confirmed. */
export function isOpen(link: Link, now: number): link is OpenLink {
  return link.status === 'open' && link.nonce !== undefined && secondsLeft(link, now) > 0
}

/**
 * A connect link has arrived. The same link again changes nothing, unless it was set aside: then it is open
 * again. An arrival beside an open link replaces nothing: both then need their user's choice, since either
 * could come from a stranger.
 *
 * @param links - all links of this browser.
 */
export function arriveLink(
  links: readonly Link[],
  arrived: ConnectLink,
  { userId, now }: { userId: string | undefined; now: number },
): LinkChanges {
  const visible = userId === undefined ? [...links] : linksVisibleTo(links, userId)
  const open = visible.filter((link) => isOpen(link, now))
  const digest = digestOf(arrived)
  const same = visible.find((link) => link.digest === digest)
  if (same) return { put: canReopen(same, now) ? [reopened(same, open.length > 0, now)] : [], remove: [] }
  const link: Link = {
    id: randomBytes(9).toString('base64url'),
    ...arrived,
    digest,
    arrivedAt: now,
    ...(userId === undefined ? {} : { owner: ownerOf(userId) }),
    status: 'open',
    changedAt: now,
    needsChoice: open.length > 0,
  }
  const ended = visible.filter((link) => link.status !== 'open' && link.status !== 'signed_out')
  const kept = links.filter((link) => !ended.includes(link))
  const surplus = Math.max(kept.length + 1 - maxLinks, 0)
  const removed = [...ended, ...mostUsefulLast(kept, now).slice(0, surplus)]
  return {
    put: [...contested(open, link.id, now).filter(({ id }) => removed.every((other) => other.id !== id)), link],
    remove: removed.map(({ id }) => id),
  }
}

/** What is of no more use first, then the oldest: the order in which links make room for others. */
export function mostUsefulLast(links: readonly Link[], now: number): Link[] {
  return links.toSorted((a, b) => Number(isOpen(a, now)) - Number(isOpen(b, now)) || a.arrivedAt - b.arrivedAt)
}

/**
 * Binds the links that are bound to nobody to the user who has just signed in. A link that is bound stays
 * with its user, so that the next person who signs in cannot take it over.
 */
export function bindLinks(links: readonly Link[], userId: string): LinkChanges {
  const unbound = links.filter(({ owner }) => owner === undefined)
  return { put: unbound.map((link) => ({ ...link, owner: ownerOf(userId) })), remove: [] }
}

/**
 * The user says which of several links is theirs. All others still need a choice. The address and the
 * signature are entered anew, so that nothing that was meant for one request is used for another.
 */
export function chooseLink(visible: readonly Link[], id: string, now: number): LinkChanges {
  const chosen = visible.find((link) => link.id === id && isOpen(link, now))
  if (!chosen) return { put: [], remove: [] }
  const { entered: _, result, ...rest } = chosen
  const isAboutEntered = result && result.kind !== 'refused' && result.kind !== 'wait'
  return {
    put: [{ ...rest, needsChoice: false, ...(isAboutEntered ? {} : { result }) }, ...contested(visible, id, now)],
    remove: [],
  }
}

/** Sets all open links of a user aside: by Cancel, or because they have signed out. */
export function setLinksAside(visible: readonly Link[], status: 'cancelled' | 'signed_out', now: number): LinkChanges {
  const open = visible.filter((link) => isOpen(link, now))
  return { put: open.map((link) => ({ ...link, status, changedAt: now })), remove: [] }
}

/** Opens again what was set aside. Beside an open link it needs a choice. */
export function reopenLinks(visible: readonly Link[], now: number): LinkChanges {
  const hasOpen = visible.some((link) => isOpen(link, now))
  const aside = visible.filter((link) => canReopen(link, now))
  return { put: aside.map((link) => reopened(link, hasOpen, now)), remove: [] }
}

function reopened(link: Link, isBesideOpen: boolean, now: number): Link {
  return { ...link, status: 'open', changedAt: now, needsChoice: link.needsChoice || isBesideOpen }
}

/** Whether a link was set aside and can be opened again. */
export function canReopen(link: Link, now: number): boolean {
  const isAside = link.status === 'cancelled' || link.status === 'signed_out'
  return isAside && link.nonce !== undefined && secondsLeft(link, now) > 0
}

/** A press has connected the link: it is gone, and so is what was kept only to explain or to undo. */
export function connectLink(visible: readonly Link[], id: string, now: number): LinkChanges {
  const remove = visible.filter((link) => link.id === id || !isOpen(link, now)).map((link) => link.id)
  return { put: [], remove }
}

/** Refusals that no further call can change: the request is used, unknown, expired, or has another nonce. */
const finalReasons = ['already_confirmed', 'request_not_found', 'request_expired', 'nonce_mismatch'] as const

export type FinalReason = (typeof finalReasons)[number]

/** Whether the service does not take a refusal back: it is never asked again for this link. */
export function isFinalReason(reason: RefusalReason): reason is FinalReason {
  return finalReasons.some((final) => final === reason)
}

/**
 * Keeps what a press that did not connect came to. After a final refusal the link has ended. The link that
 * was pressed is the one that its user means, so all others need a choice.
 */
export function recordResult(
  visible: readonly Link[],
  id: string,
  { result, entered, now }: { result: PressResult; entered?: Entered | undefined; now: number },
): LinkChanges {
  const pressed = visible.find((link) => link.id === id)
  if (!pressed) return { put: [], remove: [] }
  return { put: [withResult(pressed, result, entered, now), ...contested(visible, id, now)], remove: [] }
}

function withResult(link: Link, result: PressResult, entered: Entered | undefined, now: number): Link {
  const { nonce, entered: _, ...rest } = link
  if (result.kind === 'refused' && isFinalReason(result.reason))
    return { ...rest, status: 'ended', changedAt: now, needsChoice: false, result }
  return {
    ...rest,
    ...(nonce === undefined ? {} : { nonce }),
    needsChoice: false,
    ...(entered ? { entered } : {}),
    result,
  }
}

/** The other open links, where they do not need a choice yet. */
function contested(visible: readonly Link[], id: string, now: number): Link[] {
  return visible
    .filter((link) => link.id !== id && isOpen(link, now) && !link.needsChoice)
    .map((link) => ({ ...link, needsChoice: true }))
}
