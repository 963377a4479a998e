import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { connectRequestLifetimeMs } from '@/lib/service'
import { walletWays } from '@/lib/wallets'
import type { ConnectLink } from './arrival'
import { isFinal, notConfirmedSchema, type NotConfirmed } from './outcome'

/** The lifetime of a link, in which the service can confirm it. */
export const linkLifetimeSeconds = connectRequestLifetimeMs / 1000

/** How long a browser remembers a link, so that the page can say why one has ended. */
export const linkMemorySeconds = 2 * linkLifetimeSeconds

/** The max number of links that one browser can hold. Their cookies fit into a request: see `hold-cookie.ts`. */
const maxLinks = 4

/** The user's last entries, which the page fills in again. */
const enteredSchema = z.object({
  walletAddress: z.string(),
  /** The signature is base58. */
  signed: z.object({ walletName: z.string(), signature: z.string() }).optional(),
  way: z.enum(walletWays).optional(),
})

export type Entered = z.output<typeof enteredSchema>

/**
 * A connect link, as its cookie stores it. Before it is sealed, the cookie `hold-k3Jd92fLqPzA` contains, for example:
 *
 *     { "id": "k3Jd92fLqPzA", "requestId": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "nonce": "made-up-nonce",
 *       "digest": "Zq0aT7bXn2LwY5sKd81fUg", "arrivedAt": 1767139200000, "code": "7K3M9QX2TB",
 *       "owner": "u4RcP1vE6hJmS9oWxB3yDt", "status": "open", "changedAt": 1767139200000,
 *       "entered": { "walletAddress": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" } }
 */
export const linkSchema = z.object({
  /** Random. Forms name the link by it, because they must not have the nonce. */
  id: z.string(),
  requestId: z.string(),
  /** Secret. Absent once the link has ended. */
  nonce: z.string().optional(),
  /** A hash of request and nonce. It identifies the same link again, even after the link has ended. */
  digest: z.string(),
  /** Like all times here, in milliseconds since the epoch. The 30 minutes of the link start at this time. */
  arrivedAt: z.number(),
  heldAt: z.number().optional(),
  isBesideOther: z.boolean().optional(),
  code: z.string().optional(),
  isFromService: z.boolean().optional(),
  /** A hash of the user. Absent until somebody has signed in. */
  owner: z.string().optional(),
  /** `confirmed` and `no_room` are traces: they only say that there was such a link, and when. */
  status: z.enum(['open', 'cancelled', 'signed_out', 'ended', 'confirmed', 'no_room']),
  /** When the status last changed or the link last arrived. */
  changedAt: z.number(),
  chosenAt: z.number().optional(),
  entered: enteredSchema.optional(),
  /** Secret. Each wallet app's X25519 key is derived from it. Only links that arrive on a phone have one. */
  appKey: z.string().optional(),
  /** How many keys of each app are used up, by the app's ID. */
  usedKeys: z.record(z.string(), z.number()).optional(),
  /** The app that shared an address. Its key and session are dropped after it has signed. */
  app: z
    .object({
      id: z.string(),
      walletAddress: z.string(),
      publicKey: z.string().optional(),
      /** Opaque and secret. Each further request to the app needs it. */
      session: z.string().optional(),
    })
    .optional(),
  /** True from the app's signature, which is a press of Connect, until the page submits that press. */
  isPressedInApp: z.boolean().optional(),
  outcome: notConfirmedSchema.optional(),
})

export type Link = z.output<typeof linkSchema>

/** A link that the service can still confirm. */
export type OpenLink = Link & { status: 'open'; nonce: string }

/** A link of a browser, with what the cookie for all links says about it. */
export type HeldLink = Link & { isNamed: boolean }

interface Choice {
  /** True if the page first asks whether this link is the user's, because it could be a stranger's. */
  needsChoice: boolean
  /**
   * True if the user has chosen it among all. If another link then arrives again, the page asks again. A press counts
   * all the same, so that a stranger's tab cannot keep the user from connecting.
   */
  isChosen: boolean
  /** True if another link, possibly the user's, found no room. */
  othersDropped: boolean
}

/** A link as its user sees it beside the others of the browser. */
export type VisibleLink = Link & Choice

/**
 * What the cookie `links` says about all links of a browser, so that an answer need not write each of them. For
 * example, after a sign-in:
 *
 *     { "bound": { "owner": "u4RcP1vE6hJmS9oWxB3yDt", "at": 1767139200000 }, "all": null }
 */
export const togetherSchema = z.object({
  /** The links without a user that arrived until `at` belong to this one. */
  bound: z.object({ owner: z.string(), at: z.number() }).nullable(),
  /** The status that all links, or those of `owner`, got at `at`. A link that has changed since has its own. */
  all: z
    .object({ owner: z.string().optional(), status: z.enum(['open', 'cancelled', 'signed_out']), at: z.number() })
    .nullable(),
})

export type Together = z.output<typeof togetherSchema>

export interface LinkChanges {
  put?: Link[]
  remove?: string[]
  together?: Partial<Together>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Hashes a user's ID, so that a link has no readable data about its user. */
export function ownerOf(userId: string): string {
  return hashOf(`link-owner:${userId}`)
}

/** The whole seconds until a link expires, rounded down. */
export function secondsLeft(arrivedAt: number, now: number, lifetimeSeconds = linkLifetimeSeconds): number {
  const left = Math.floor((arrivedAt + lifetimeSeconds * 1000 - now) / 1000)
  // If the clock was set back, `arrivedAt` is in the future.
  return Math.min(Math.max(left, 0), lifetimeSeconds)
}

/** The same until the browser forgets the link. */
export const memorySecondsLeft = (arrivedAt: number, now: number) => secondsLeft(arrivedAt, now, linkMemorySeconds)

/** The code of the last failed press or, without one, of the arrival. */
export function supportCodeOf({ outcome, code }: Link): string | undefined {
  return (outcome && 'code' in outcome ? outcome.code : null) ?? code
}

/** Adds to a link what the cookie for all links says about it. */
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
 * Returns a user's own links and the unbound ones. A link needs a choice if another one was open at the same time or
 * found no room. It needs none if the user has chosen it since. This follows from when the links arrived, ended and
 * were chosen. No cookie stores it, because the answer that arrives last would decide. Traces count for every user,
 * because the newest one replaces the others.
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

const heldSince = ({ heldAt, arrivedAt }: Link) => heldAt ?? arrivedAt

/** When a link stopped being open; infinite for an open link. */
export function closedAt(link: Link, now: number): number {
  if (isOpen(link, now)) return Infinity
  return link.status === 'open' ? Math.min(now, link.arrivedAt + linkLifetimeSeconds * 1000) : link.changedAt
}

export function isOpen<Some extends Link>(link: Some, now: number): link is Some & OpenLink {
  return link.status === 'open' && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

interface Arrival {
  userId: string | undefined
  isFromService: boolean
  /** Whether wallets may be apps here. @default false */
  isOnPhone?: boolean
  code?: string | undefined
  now: number
}

/**
 * Handles the arrival of a connect link. It replaces no other open request and changes no other link. The same request
 * with another nonce is the same link, and the newest nonce counts ("Connect flow", step 1). It reopens a link set
 * aside.
 *
 * A browser holds at most four links. A new one replaces those that this user cannot confirm: ended links, links that
 * were set aside, and another user's. It replaces no open link of this user, because strangers' links could push out
 * the user's. If four are open, it leaves only a trace.
 *
 * @param links - all links of this browser.
 * @returns `isHeld` is false if there was no room.
 */
export function arriveLink(
  links: readonly Link[],
  arrived: ConnectLink,
  { userId, isFromService, isOnPhone = false, code, now }: Arrival,
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
    if (!isOpen(same, now) && !canReopen(same, now)) return { isHeld: true }
    const isUnchanged = digest === same.digest && same.status === 'open' && !isBesideOther
    // A signature or a refusal belongs to its nonce. With the signature goes the app, whose session has ended with it.
    const { entered, outcome, ...rest } = same.isPressedInApp ? withoutApp(same) : same
    const renewed: Link = {
      ...rest,
      nonce,
      digest,
      arrivedAt: now,
      heldAt: heldSince(same),
      changedAt: now,
      ...(entered && { entered: { walletAddress: entered.walletAddress } }),
      ...(outcome?.kind === 'wait' && { outcome }),
    }
    const put: Link = {
      ...(digest === same.digest ? same : renewed),
      // The answer to another arrival may remove the one that was set aside.
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
    ...(userId !== undefined && { owner: ownerOf(userId) }),
    status: 'open',
    changedAt: now,
  }
  return {
    put: [isHeld ? link : traceOf(link, 'no_room', now)],
    remove: [...ended, ...spare].map(({ id }) => id),
    isHeld,
  }
}

/** What is left of a link that was confirmed or found no room, without a secret. */
export function traceOf({ id, owner }: Link, status: 'confirmed' | 'no_room', now: number): Link {
  const none = { requestId: '', digest: '' }
  return { id, ...none, arrivedAt: now, ...(owner !== undefined && { owner }), status, changedAt: now }
}

export const isTrace = ({ status }: Link) => status === 'confirmed' || status === 'no_room'

/**
 * Binds the unbound links to the user who has just signed in. It removes the links that only another user's sign-in has
 * bound, so that the next user cannot take them over.
 *
 * @returns `bound` are the links that had no user, without traces.
 */
export function bindLinks(links: readonly HeldLink[], userId: string, now: number): LinkChanges & { bound: Link[] } {
  const owner = ownerOf(userId)
  const remove = links.filter((link) => !link.isNamed && link.owner !== owner).map(({ id }) => id)
  const bound = links.filter((link) => !link.owner && !isTrace(link))
  return { remove, together: { bound: { owner, at: now } }, bound }
}

/** Marks one of several links as the user's choice. Its address and signature may have been for another request. */
export const chooseLink = (visible: readonly Link[], id: string, now: number): LinkChanges =>
  changeWallet(visible, id, now, { chosenAt: now })

export function changeWallet(
  visible: readonly Link[],
  id: string,
  now: number,
  choice?: Pick<Link, 'chosenAt'>,
): LinkChanges {
  const links = visible.filter((link) => link.id === id && isOpen(link, now))
  return { put: links.map((link) => ({ ...withoutWallet(link), ...choice })) }
}

/** The waiting time stays. */
function withoutWallet(link: Link): Link {
  const { entered: _, outcome, ...rest } = withoutApp(link)
  return outcome?.kind === 'wait' ? { ...rest, outcome } : rest
}

/** The app that shared an address, if the user can connect that address. */
export function chosenApp(link: Link, lockedAddress: string | undefined): Link['app'] {
  const isOther = lockedAddress !== undefined && link.app?.walletAddress !== lockedAddress
  return isOther ? undefined : link.app
}

/** Creates a secret key of X25519, in base64url. Any 32 bytes are one. */
export const newSecretKey = (): string => randomBytes(32).toString('base64url')

/** Our secret X25519 key for an app, in base64url; undefined if the link has none. */
export function appKeyOf({ appKey, usedKeys }: Link, appId: string): string | undefined {
  if (appKey === undefined) return undefined
  return createHash('sha256')
    .update(`app-key:${appKey}:${appId}:${usedKeys?.[appId] ?? 0}`)
    .digest('base64url')
}

/** Removes the app and gives one app a new key. Answers of other apps stay readable. */
export function withNextKey({ app: _app, ...link }: OpenLink, appId: string): OpenLink {
  return { ...link, usedKeys: { ...link.usedKeys, [appId]: (link.usedKeys?.[appId] ?? 0) + 1 } }
}

/** Removes the app, and makes answers to the former keys unreadable. */
export function withoutApp(link: Link): Link {
  const { app: _app, isPressedInApp: _isPressedInApp, ...rest } = link
  return link.appKey === undefined ? rest : { ...rest, appKey: newSecretKey() }
}

/**
 * Sets all open links aside.
 *
 * @param userId - the user who cancels. Without it, all users' links, at a sign-out.
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
  return { put, ...(aside.length > 0 && { together: { all } }), aside }
}

/** Opens all links again that were set aside. If there are several, each needs a choice. */
export function reopenLinks(visible: readonly Link[], now: number, userId: string): LinkChanges {
  if (!visible.some((link) => canReopen(link, now))) return {}
  return { together: { all: { owner: ownerOf(userId), status: 'open', at: now } } }
}

const isAside = ({ status }: Link) => status === 'cancelled' || status === 'signed_out'

export function canReopen(link: Link, now: number): boolean {
  return isAside(link) && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

/** Leaves only a trace of a confirmed link, and removes all that are no longer open. */
export function forgetConfirmed(visible: readonly Link[], link: Link, now: number): LinkChanges {
  const gone = visible.filter((one) => one.id !== link.id && !isOpen(one, now) && one.status !== 'no_room')
  return { put: [traceOf(link, 'confirmed', now)], remove: gone.map(({ id }) => id) }
}

/**
 * Stores the outcome of a press that did not connect ("Client rules", rule 4). A final outcome ends the link. Beside
 * other open links, the press chooses this one.
 */
export function keepOutcome(
  visible: readonly Link[],
  id: string,
  { outcome, entered, now }: { outcome: NotConfirmed; entered?: Entered; now: number },
): LinkChanges {
  const pressed = visible.find((link) => link.id === id)
  if (!pressed) return {}
  // The answer of an app to the previous key must stay unreadable.
  const { entered: _entered, ...kept } = withoutApp(pressed)
  if (isFinal(outcome)) {
    const { nonce: _nonce, appKey: _appKey, ...ended } = kept
    return { put: [{ ...ended, status: 'ended', changedAt: now, outcome }] }
  }
  const isBesideOther = visible.some((other) => other !== pressed && isOpen(other, now))
  return { put: [{ ...kept, ...(isBesideOther && { chosenAt: now }), entered, outcome }] }
}
