import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { connectRequestLifetimeMs } from '@/lib/service'
import { walletWays } from '@/lib/wallets'
import type { ConnectLink } from './arrival'
import { isFinal, linkExpired, notConfirmedSchema, type NotConfirmed } from './outcome'

/** The time in which the service can confirm a link, which is the lifetime of its connect request. */
export const linkLifetimeSeconds = connectRequestLifetimeMs / 1000

/** How long a browser remembers a link. After a link has ended, the page can explain why. */
export const linkMemorySeconds = 2 * linkLifetimeSeconds

/** The max number of links that one browser can hold. Their cookies fit into a request: see `hold-cookie.ts`. */
const maxLinks = 3

/** The user's last entries. The page fills them in again. */
const enteredSchema = z.object({
  walletAddress: z.string(),
  /** The wallet that signed, and its signature in base58. */
  signed: z.object({ walletName: z.string(), signature: z.string() }).optional(),
  way: z.enum(walletWays).optional(),
})

export type Entered = z.output<typeof enteredSchema>

/** A connect link, as its cookie stores it. */
export const linkSchema = z.object({
  /** Random. Forms use it to name the link, because the nonce must not appear there. */
  id: z.string(),
  requestId: z.string(),
  /** Secret. Absent once the link has ended. */
  nonce: z.string().optional(),
  /**
   * A hash of the link, including the nonce. It identifies the same link at a later arrival, even after it has ended.
   */
  digest: z.string(),
  /** When the link arrived, in milliseconds since the epoch. Its 30 minutes start at this time. */
  arrivedAt: z.number(),
  /** When the request first arrived, if `arrivedAt` is of a newer nonce. */
  heldAt: z.number().optional(),
  /** True if the link arrived while the browser held another open link. */
  isBesideOther: z.boolean().optional(),
  /** The support code of the arrival. */
  code: z.string().optional(),
  /** True if the user opened the link from a page of the service. */
  isFromService: z.boolean().optional(),
  /** A hash of the user who owns the link. Absent until a user has signed in. */
  owner: z.string().optional(),
  /** `confirmed` and `no_room` are traces: they only say that there was such a link, and when. */
  status: z.enum(['open', 'cancelled', 'signed_out', 'ended', 'confirmed', 'no_room']),
  /** When the status last changed or the link last arrived, in milliseconds since the epoch. */
  changedAt: z.number(),
  /** When the user chose the link among several, in milliseconds since the epoch. */
  chosenAt: z.number().optional(),
  entered: enteredSchema.optional(),
  /** Secret. Each wallet app's X25519 key is derived from it. Only links that arrive on a phone have one. */
  appKey: z.string().optional(),
  /** How many keys of each app have been used up, by the app's ID. */
  usedKeys: z.record(z.string(), z.number()).optional(),
  /** The wallet app that shared an address. The link drops the app's key and session after the app has signed. */
  app: z
    .object({
      id: z.string(),
      walletAddress: z.string(),
      /** The app's public key for this session, in base58. */
      publicKey: z.string().optional(),
      /** Opaque and secret: the app expects it in every further request. */
      session: z.string().optional(),
    })
    .optional(),
  /** True from the app's signature, which is a press of Connect, until the page submits that press. */
  isPressedInApp: z.boolean().optional(),
  /** The outcome of the last press. */
  outcome: notConfirmedSchema.optional(),
})

export type Link = z.output<typeof linkSchema>

/** A link that the service can still confirm. */
export type OpenLink = Link & { status: 'open'; nonce: string }

/** A link of a browser, with what the cookie for all links says about it. */
export type HeldLink = Link & {
  /** Whether the link's own cookie names its user, or has none to name. */
  isNamed: boolean
}

interface Choice {
  /** True if the page asks first whether this link is the user's, because it could be a stranger's. */
  needsChoice: boolean
  /**
   * True if the user has chosen it among all links that the browser holds. The page can ask again after that, because one
   * of them has arrived again. A press counts then, so that a stranger's tab cannot keep the user from connecting.
   */
  isChosen: boolean
  /** True if another link, possibly the user's, found no room. */
  othersDropped: boolean
}

/** A link as its user sees it beside the others of the browser. */
export type VisibleLink = Link & Choice

/** What one cookie says about all links of a browser. Thus an answer need not write each of them. */
export const togetherSchema = z.object({
  /** The links that arrived until `at` without a user belong to this one. `owner` is a hash, as in a link. */
  bound: z.object({ owner: z.string(), at: z.number() }).nullable(),
  /** The status that all links got at `at`, or only those of `owner`. A link that has changed since has its own. */
  all: z
    .object({ owner: z.string().optional(), status: z.enum(['open', 'cancelled', 'signed_out']), at: z.number() })
    .nullable(),
})

export type Together = z.output<typeof togetherSchema>

/** Changes to a browser's links: links to store, ids of links to remove, and what changes for all. */
export interface LinkChanges {
  put: Link[]
  remove: string[]
  together?: Partial<Together>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Hashes a user's id for a link. A link contains no readable data about its user. */
export function ownerOf(userId: string): string {
  return hashOf(`link-owner:${userId}`)
}

/** Returns the whole seconds until a link expires, rounded down; 0 if it has expired. */
export function secondsLeft(arrivedAt: number, now: number): number {
  const left = Math.floor((arrivedAt + linkLifetimeSeconds * 1000 - now) / 1000)
  // If the clock has been set back, `arrivedAt` is in the future. The service then refuses a link that has expired
  // there.
  return Math.min(Math.max(left, 0), linkLifetimeSeconds)
}

/** Returns the whole seconds until the browser forgets a link, rounded down; 0 if that time is over. */
export function memorySecondsLeft(arrivedAt: number, now: number): number {
  const left = Math.floor((arrivedAt + linkMemorySeconds * 1000 - now) / 1000)
  return Math.min(Math.max(left, 0), linkMemorySeconds)
}

/** Returns the support code of a link: the code of the last failed press or, without one, the code of the arrival. */
export function supportCodeOf({ outcome, code }: Link): string | undefined {
  return (outcome && 'code' in outcome ? outcome.code : null) ?? code
}

/** Returns a link with its user and its status, of which the cookie for all links may know more than its own. */
export function linkTogether(link: Link, { bound, all }: Together): HeldLink {
  const owner = link.owner ?? (bound && heldSince(link) <= bound.at ? bound.owner : undefined)
  const isMeant = all !== null && (all.owner === undefined || owner === undefined || owner === all.owner)
  // A link that had expired by then is neither set aside nor opened again.
  const isOlder = isMeant && link.changedAt <= all.at && secondsLeft(link.arrivedAt, all.at) > 0
  return {
    ...link,
    ...(owner !== undefined && { owner }),
    ...(isOlder && (link.status === 'open' || isAside(link)) && { status: all.status, changedAt: all.at }),
    isNamed: owner === link.owner,
  }
}

/**
 * Returns the links that a user may see: their own links, and unbound links. Traces count for every user, because the
 * newest one replaces the others.
 *
 * Which of them need a choice follows from when they arrived, ended and were chosen. No cookie stores it, because the
 * answer that arrives last would decide. A link needs a choice if another one was open at the same time or found no
 * room, unless the user has chosen the link since.
 *
 * @param userId - undefined for unbound links alone.
 */
export function linksVisibleTo<Some extends Link>(
  links: readonly Some[],
  userId: string | undefined,
  now: number,
): (Some & Choice)[] {
  const visible = links.filter((link) => isVisibleTo(link, userId))
  return visible.map((link) => {
    const chosenAt = link.chosenAt ?? -1
    const others = links.filter((other) => other.id !== link.id && (isTrace(other) || visible.includes(other)))
    const beside = others.filter((other) => closedAt(other, now) >= heldSince(link))
    const isChosenSince = (time: number, { chosenAt: otherAt = 0 }: Link) => chosenAt >= Math.max(time, otherAt)
    const needsChoice =
      beside.some((other) => !isChosenSince(other.changedAt, other)) || (link.isBesideOther === true && chosenAt < 0)
    const isChosen = chosenAt >= 0 && beside.every((other) => isChosenSince(heldSince(other), other))
    return { ...link, needsChoice, isChosen, othersDropped: beside.some(({ status }) => status === 'no_room') }
  })
}

function isVisibleTo({ owner }: Link, userId: string | undefined): boolean {
  return owner === undefined || (userId !== undefined && owner === ownerOf(userId))
}

/** Returns when a request first arrived at this browser. */
const heldSince = ({ heldAt, arrivedAt }: Link) => heldAt ?? arrivedAt

/** Returns when a link stopped being open, because its status changed or it expired; infinite for an open link. */
export function closedAt(link: Link, now: number): number {
  if (isOpen(link, now)) return Infinity
  return link.status === 'open' ? Math.min(now, link.arrivedAt + linkLifetimeSeconds * 1000) : link.changedAt
}

/** Checks whether a link is open: neither ended, nor set aside, nor expired. */
export function isOpen<Some extends Link>(link: Some, now: number): link is Some & OpenLink {
  return link.status === 'open' && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

/**
 * Handles the arrival of a connect link. If the browser already holds the link and it was set aside, it opens again.
 * The same request with another nonce is the same link, and the newest nonce replaces the previous nonce ("Connect
 * flow", step 1). An arrival never replaces another open request, and it changes no other link.
 *
 * If the browser already holds three links, the new link replaces all that this user cannot confirm: ended ones, those
 * that were set aside, and those of another user. It never replaces an open link of this user, because strangers' links
 * could otherwise push out the user's link. If three are open, the browser holds only a trace of the new one.
 *
 * @param links - all links of this browser.
 * @param arrival.isOnPhone - whether wallets may be apps here. @default false
 * @param arrival.code - the support code that pages show until a press has another.
 * @returns `isHeld` is false if there was no room.
 */
export function arriveLink(
  links: readonly Link[],
  arrived: ConnectLink,
  {
    userId,
    isFromService,
    isOnPhone = false,
    code,
    now,
  }: {
    userId: string | undefined
    isFromService: boolean
    isOnPhone?: boolean
    code?: string | undefined
    now: number
  },
): LinkChanges & { isHeld: boolean } {
  const visible = links.filter((link) => userId === undefined || isVisibleTo(link, userId))
  const open: Link[] = visible.filter((link) => isOpen(link, now))
  const { requestId, nonce } = arrived
  const digest = hashOf(`connect-link:${requestId}:${nonce}`)
  const same =
    visible.find((link) => link.digest === digest) ??
    visible.find((link) => link.requestId === requestId && (isOpen(link, now) || canReopen(link, now)))
  const isBesideOther = open.some((link) => link !== same)
  if (same) {
    if (!isOpen(same, now) && !canReopen(same, now)) return { put: [], remove: [], isHeld: true }
    const isUnchanged = digest === same.digest && same.status === 'open' && !isBesideOther
    const renewed = digest === same.digest ? same : withNonce(same, { nonce, digest, now })
    const put: Link = {
      ...renewed,
      // The answer to another arrival may remove a link that was set aside. It must not remove this one.
      ...(same.status !== 'open' && { id: hashOf(`reopened:${same.id}`).slice(0, same.id.length) }),
      ...(isBesideOther && { isBesideOther }),
      ...(isFromService && { isFromService }),
      ...(!isUnchanged && { status: 'open', changedAt: now }),
    }
    const isStored = isUnchanged && (!isFromService || same.isFromService === true)
    return { put: isStored ? [] : [put], remove: put.id === same.id ? [] : [same.id], isHeld: true }
  }

  const isHeld = open.length < maxLinks
  const ended = visible.filter(({ status }) => status === 'ended')
  const held = links.filter((link) => !ended.includes(link) && !isTrace(link))
  const spare = held.length < maxLinks ? [] : held.filter((link) => !open.includes(link))
  const link: Link = {
    id: randomBytes(9).toString('base64url'),
    requestId,
    nonce,
    digest,
    arrivedAt: now,
    ...(isBesideOther && { isBesideOther }),
    ...(code !== undefined && { code }),
    ...(isFromService && { isFromService }),
    ...(isOnPhone && { appKey: newSecretKey() }),
    ...(userId === undefined ? {} : { owner: ownerOf(userId) }),
    status: 'open',
    changedAt: now,
  }
  return {
    put: [isHeld ? link : traceOf(link, 'no_room', now)],
    remove: [...ended, ...spare].map(({ id }) => id),
    isHeld,
  }
}

/** Returns what is left of a link that was confirmed or found no room, without a secret. */
export function traceOf({ id, owner }: Link, status: 'confirmed' | 'no_room', now: number): Link {
  const none = { requestId: '', digest: '' }
  return { id, ...none, arrivedAt: now, ...(owner !== undefined && { owner }), status, changedAt: now }
}

/** Checks whether a link is only the trace of one. */
export const isTrace = ({ status }: Link) => status === 'confirmed' || status === 'no_room'

/**
 * Gives a link a newer nonce of its request. The link keeps the address and the user's waiting time. It loses a
 * signature or a refusal, because these belong to the previous nonce.
 */
function withNonce(link: Link, { nonce, digest, now }: { nonce: string; digest: string; now: number }): Link {
  // The signature was for the previous nonce, and the link no longer has the session to ask the app again.
  const { entered, outcome, ...rest } = link.isPressedInApp ? withoutApp(link) : link
  return {
    ...rest,
    nonce,
    digest,
    arrivedAt: now,
    heldAt: heldSince(link),
    changedAt: now,
    ...(entered && { entered: { walletAddress: entered.walletAddress } }),
    ...(outcome?.kind === 'wait' && { outcome }),
  }
}

/**
 * Binds the unbound links to the user who has just signed in. A bound link stays with its user, so that the next user
 * who signs in cannot take it over. Links that only the sign-in of another user has bound are removed.
 *
 * @returns `bound` are the links that had no user, without traces.
 */
export function bindLinks(links: readonly HeldLink[], userId: string, now: number): LinkChanges & { bound: Link[] } {
  const owner = ownerOf(userId)
  const remove = links.filter((link) => !link.isNamed && link.owner !== owner).map(({ id }) => id)
  return {
    put: [],
    remove,
    together: { bound: { owner, at: now } },
    bound: links.filter((link) => !link.owner && !isTrace(link)),
  }
}

/**
 * Marks one of several links as the user's choice. All others still need a choice. The function removes the address and
 * the signature, because the user may have entered them for another request.
 */
export function chooseLink(visible: readonly Link[], id: string, now: number): LinkChanges {
  const chosen = visible.find((link) => link.id === id && isOpen(link, now))
  return { put: chosen ? [{ ...withoutWallet(chosen), chosenAt: now }] : [], remove: [] }
}

/** Removes the wallet's address and signature from a link. */
export function changeWallet(visible: readonly Link[], id: string, now: number): LinkChanges {
  const link = visible.find((one) => one.id === id && isOpen(one, now))
  return { put: link ? [withoutWallet(link)] : [], remove: [] }
}

/** Ends a link whose time was over when its user pressed Connect. */
export function endExpired(visible: readonly Link[], id: string, now: number): LinkChanges {
  const link = visible.find((one) => one.id === id && one.status === 'open')
  return link ? keepOutcome(visible, id, { outcome: linkExpired, now }) : { put: [], remove: [] }
}

/** Returns the link without its wallet and the result of its last press. It keeps the waiting time. */
function withoutWallet(link: Link): Link {
  const { entered: _, outcome, ...rest } = withoutApp(link)
  return outcome?.kind === 'wait' ? { ...rest, outcome } : rest
}

/** Returns the app that shared an address with the link, if the user can connect that address. */
export function chosenApp(link: Link, lockedAddress: string | undefined): Link['app'] {
  const isOther = lockedAddress !== undefined && link.app?.walletAddress !== lockedAddress
  return isOther ? undefined : link.app
}

/** Creates a secret key of X25519, in base64url. Any 32 bytes are one. */
export const newSecretKey = (): string => randomBytes(32).toString('base64url')

/** Returns our secret X25519 key for an app, in base64url; undefined if the link has none. */
export function appKeyOf({ appKey, usedKeys }: Link, appId: string): string | undefined {
  if (appKey === undefined) return undefined
  return createHash('sha256')
    .update(`app-key:${appKey}:${appId}:${usedKeys?.[appId] ?? 0}`)
    .digest('base64url')
}

/** Returns the link without its app and with a new key for one app. Answers of other apps stay readable. */
export function withNextKey({ app: _app, ...link }: OpenLink, appId: string): OpenLink {
  return { ...link, usedKeys: { ...link.usedKeys, [appId]: (link.usedKeys?.[appId] ?? 0) + 1 } }
}

/** Returns the link without its app and with new keys. Nothing can decrypt answers to the old key any more. */
export function withoutApp(link: Link): Link {
  const { app: _app, isPressedInApp: _isPressedInApp, ...rest } = link
  return link.appKey === undefined ? rest : { ...rest, appKey: newSecretKey() }
}

/**
 * Sets all open links aside, after Cancel or sign-out.
 *
 * @param links - all links of this browser at a sign-out, otherwise those that the user may see.
 * @param userId - the user who cancels. At a sign-out, it is about the links of every user.
 * @returns `aside` are the links that were open.
 */
export function setLinksAside(links: readonly Link[], now: number, userId?: string): LinkChanges & { aside: Link[] } {
  const aside = links.filter((link) => isOpen(link, now))
  // Otherwise a reopened link would submit the app's press by itself.
  const put = aside.filter(({ isPressedInApp }) => isPressedInApp).map(withoutApp)
  const all =
    userId === undefined
      ? { status: 'signed_out' as const, at: now }
      : { owner: ownerOf(userId), status: 'cancelled' as const, at: now }
  return { put, remove: [], ...(aside.length > 0 && { together: { all } }), aside }
}

/** Reopens all links of a user that were set aside. If several links are then open, all of them need a choice. */
export function reopenLinks(visible: readonly Link[], now: number, userId: string): LinkChanges {
  const isSome = visible.some((link) => canReopen(link, now))
  const all = { owner: ownerOf(userId), status: 'open' as const, at: now }
  return { put: [], remove: [], ...(isSome && { together: { all } }) }
}

const isAside = ({ status }: Link) => status === 'cancelled' || status === 'signed_out'

/** Checks whether a link was set aside and can open again. */
export function canReopen(link: Link, now: number): boolean {
  return isAside(link) && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

/** Leaves only a trace of a confirmed link, and removes all links that are no longer open. */
export function forgetConfirmed(visible: readonly Link[], link: Link, now: number): LinkChanges {
  const gone = visible.filter((one) => one.id !== link.id && !isOpen(one, now) && one.status !== 'no_room')
  return { put: [traceOf(link, 'confirmed', now)], remove: gone.map(({ id }) => id) }
}

/**
 * Stores the outcome of a press that did not connect ("Client rules", rule 4). A final outcome ends the link. If other
 * links are open, the press is the choice of this one.
 */
export function keepOutcome(
  visible: readonly Link[],
  id: string,
  { outcome, entered, now }: { outcome: NotConfirmed; entered?: Entered; now: number },
): LinkChanges {
  const pressed = visible.find((link) => link.id === id)
  if (!pressed) return { put: [], remove: [] }
  const { nonce, entered: _entered, appKey, app: _app, isPressedInApp: _isPressedInApp, ...rest } = pressed
  const isBesideOther = visible.some((other) => other !== pressed && isOpen(other, now))
  // The answer of an app to the previous key must stay unreadable.
  const keys = appKey === undefined ? {} : { appKey: newSecretKey() }
  const changed: Link = isFinal(outcome)
    ? { ...rest, status: 'ended', changedAt: now, outcome }
    : { ...rest, nonce, ...keys, ...(isBesideOther && { chosenAt: now }), entered, outcome }
  return { put: [changed], remove: [] }
}
