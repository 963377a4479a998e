import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { connectRequestLifetimeMs } from '@/lib/service'
import { walletWays } from '@/lib/wallets/ways'
import type { ConnectLink } from './arrival'
import { isFinal, notConfirmedSchema, type NotConfirmed } from './outcome'

/** The time in which the service can confirm a link, which is the lifetime of its connect request. */
export const linkLifetimeSeconds = connectRequestLifetimeMs / 1000

/** How long a browser remembers a link. After a link has ended, the page can explain why. */
export const linkMemorySeconds = 2 * linkLifetimeSeconds

/** The max number of links that one browser can hold. */
const maxLinks = 4

/** The link's id is also a part of its cookie's name. */
export const linkIdPattern = /^[\w-]{12}$/

/** The user's last entries. The page fills them in again. */
const enteredSchema = z.object({
  walletAddress: z.string(),
  /** The wallet that signed, and its signature in base58. */
  signed: z.object({ walletName: z.string(), signature: z.string() }).optional(),
  way: z.enum(walletWays).optional().catch(undefined),
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
  /** The support code of the arrival. */
  code: z.string().optional(),
  /** True if the user opened the link from a page of the service. */
  isFromService: z.boolean().optional(),
  /** A hash of the user who owns the link. Absent until a user has signed in. */
  owner: z.string().optional(),
  status: z.enum(['open', 'cancelled', 'signed_out', 'ended']),
  /** When the status last changed, in milliseconds since the epoch. */
  changedAt: z.number(),
  /** True if the user must choose this link first, because they had another open link too. */
  needsChoice: z.boolean(),
  /** When the user chose the link, in milliseconds since the epoch. */
  chosenAt: z.number().optional(),
  /** True if another link, possibly the user's, found no room or had to make room. */
  othersDropped: z.boolean().optional(),
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
  /** The outcome of the last press. An outcome that this version cannot parse counts as absent. */
  outcome: notConfirmedSchema.optional().catch(undefined),
})

export type Link = z.output<typeof linkSchema>

/** A link that the service can still confirm. */
export type OpenLink = Link & { status: 'open'; nonce: string }

/** Changes to a browser's links: links to store, and ids of links to remove. */
export interface LinkChanges {
  put: Link[]
  remove: string[]
}

/** Hashes a user's id for a link. A link contains no readable data about its user. */
export function ownerOf(userId: string): string {
  return createHash('sha256').update(`link-owner:${userId}`).digest('base64url').slice(0, 22)
}

/** Returns the whole seconds until a link expires, rounded down; 0 if it has expired. */
export function secondsLeft(arrivedAt: number, now: number): number {
  const left = Math.floor((arrivedAt + linkLifetimeSeconds * 1000 - now) / 1000)
  // If the clock has been set back, `arrivedAt` is in the future. That must not extend the lifetime.
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

/** Returns the links that a user may see: their own links, and unbound links. */
export function linksVisibleTo(links: readonly Link[], userId: string): Link[] {
  const owner = ownerOf(userId)
  return links.filter((link) => link.owner === undefined || link.owner === owner)
}

/** Checks whether a link is open: neither ended, nor set aside, nor expired. */
export function isOpen(link: Link, now: number): link is OpenLink {
  return link.status === 'open' && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

/**
 * Handles the arrival of a connect link. If the browser already holds the link and it was set aside, it opens again.
 * The same request with another nonce is the same link, and the newest nonce replaces the previous nonce ("Connect
 * flow", step 1). An arrival never replaces another open request. Both links then need the user's choice, because
 * either could be from a stranger.
 *
 * If the browser already holds four links, the new link replaces one of them. It prefers a link without further use,
 * then a link that was set aside, then another user's open link. It never replaces an open link of this user, because
 * strangers' links could otherwise push out the user's link. If no link can make room, the browser does not hold the
 * new link.
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
  const visible = userId === undefined ? [...links] : linksVisibleTo(links, userId)
  const isOpenHere = (link: Link) => visible.includes(link) && isOpen(link, now)
  const isBesideOpen = visible.some(isOpenHere)
  const { requestId, nonce } = arrived
  const digest = createHash('sha256').update(`connect-link:${requestId}:${nonce}`).digest('base64url').slice(0, 22)
  const same =
    visible.find((link) => link.digest === digest) ??
    visible.find((link) => link.requestId === requestId && (isOpen(link, now) || canReopen(link, now)))
  if (same) {
    const isAside = canReopen(same, now)
    if (!isAside && !isOpen(same, now)) return { put: [], remove: [], isHeld: true }
    const open = isAside ? reopened(same, isBesideOpen, now) : same
    const renewed = digest === same.digest ? open : withNonce(open, { nonce, digest, now })
    const put = isFromService && !same.isFromService ? { ...renewed, isFromService } : renewed
    return { put: [...contested(visible, same.id, now), ...(put === same ? [] : [put])], remove: [], isHeld: true }
  }

  const ended = visible.filter((link) => link.status !== 'open' && link.status !== 'signed_out')
  const others = links.filter((link) => !ended.includes(link))
  const spare = others.filter((link) => !isOpenHere(link))
  const surplus = Math.max(others.length + 1 - maxLinks, 0)
  const dropped = mostUsefulLast(spare, now).slice(0, surplus)
  const isHeld = surplus <= spare.length
  const isOneLess = !isHeld || dropped.some((link) => usefulness(link, now) > 0)
  const mark = isOneLess ? { othersDropped: true } : {}
  const beside = others
    .filter((link) => !dropped.includes(link))
    .filter((link) => (isOpenHere(link) && !link.needsChoice) || (isOneLess && !link.othersDropped))
    .map((link) => ({
      ...(isOpenHere(link) ? withoutApp(link) : link),
      ...mark,
      needsChoice: link.needsChoice || isOpenHere(link),
    }))
  const link: Link = {
    id: randomBytes(9).toString('base64url'),
    requestId,
    nonce,
    digest,
    arrivedAt: now,
    ...(code !== undefined && { code }),
    ...(isFromService && { isFromService }),
    ...(isOnPhone && { appKey: newSecretKey() }),
    ...(userId === undefined ? {} : { owner: ownerOf(userId) }),
    status: 'open',
    changedAt: now,
    needsChoice: isBesideOpen,
    ...mark,
  }
  return { put: isHeld ? [...beside, link] : beside, remove: [...ended, ...dropped].map(({ id }) => id), isHeld }
}

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
    changedAt: now,
    ...(entered && { entered: { walletAddress: entered.walletAddress } }),
    ...(outcome?.kind === 'wait' && { outcome }),
  }
}

/**
 * Sorts links by usefulness, the least useful first. Links of the same usefulness are sorted by arrival, the oldest
 * first.
 */
function mostUsefulLast(links: readonly Link[], now: number): Link[] {
  return links.toSorted((a, b) => usefulness(a, now) - usefulness(b, now) || a.arrivedAt - b.arrivedAt)
}

/** Rates a link: 2 if it is open, 1 if the user can reopen it, 0 otherwise. */
function usefulness(link: Link, now: number): 0 | 1 | 2 {
  if (isOpen(link, now)) return 2
  return canReopen(link, now) ? 1 : 0
}

/**
 * Binds the unbound links to the user who has just signed in. A bound link stays with its user, so that the next user
 * who signs in cannot take it over. If several links are then open, all of them need a choice.
 *
 * @returns `bound` are the links that had no user.
 */
export function bindLinks(links: readonly Link[], userId: string, now: number): LinkChanges & { bound: Link[] } {
  const owner = ownerOf(userId)
  const bound = links.filter((link) => link.owner === undefined).map((link) => ({ ...link, owner }))
  const visible = [...links.filter((link) => link.owner === owner), ...bound]
  const isAlone = bound.length === 0 || visible.filter((link) => isOpen(link, now)).length < 2
  const marked = isAlone ? [] : contested(visible, '', now)
  const others = bound.filter(({ id }) => !marked.some((link) => link.id === id))
  return { put: [...others, ...marked], remove: [], bound }
}

/**
 * Marks one of several links as the user's choice. All others still need a choice. The function removes the address and
 * the signature, because the user may have entered them for another request.
 */
export function chooseLink(visible: readonly Link[], id: string, now: number): LinkChanges {
  const chosen = visible.find((link) => link.id === id && isOpen(link, now))
  if (!chosen) return { put: [], remove: [] }
  const put = { ...withoutWallet(chosen), needsChoice: false, chosenAt: now }
  return { put: [...contested(visible, id, now), put], remove: [] }
}

/** Removes the wallet's address and signature from a link. */
export function changeWallet(visible: readonly Link[], id: string, now: number): LinkChanges {
  const link = visible.find((one) => one.id === id && isOpen(one, now))
  return { put: link ? [withoutWallet(link)] : [], remove: [] }
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

/** Sets all open links of a user aside, after Cancel or sign-out. */
export function setLinksAside(visible: readonly Link[], status: 'cancelled' | 'signed_out', now: number): LinkChanges {
  const open = visible.filter((link) => isOpen(link, now))
  // Otherwise a reopened link would submit the app's press by itself.
  const put = open.map((link) => ({ ...(link.isPressedInApp ? withoutApp(link) : link), status, changedAt: now }))
  return { put, remove: [] }
}

/** Reopens all links that were set aside. If several links are then open, all of them need a choice. */
export function reopenLinks(visible: readonly Link[], now: number): LinkChanges {
  const aside = visible.filter((link) => canReopen(link, now))
  const open = visible.filter((link) => isOpen(link, now))
  const reopen = aside.map((link) => reopened(link, aside.length + open.length > 1, now))
  return { put: aside.length > 0 ? [...contested(open, '', now), ...reopen] : [], remove: [] }
}

function reopened(link: Link, isBesideOther: boolean, now: number): Link {
  return { ...link, status: 'open', changedAt: now, needsChoice: link.needsChoice || isBesideOther }
}

/** Checks whether a link was set aside and can open again. */
export function canReopen(link: Link, now: number): boolean {
  const isAside = link.status === 'cancelled' || link.status === 'signed_out'
  return isAside && link.nonce !== undefined && secondsLeft(link.arrivedAt, now) > 0
}

/** Removes a confirmed link and all links that are no longer open. All other links need a choice. */
export function forgetConfirmed(visible: readonly Link[], id: string, now: number): LinkChanges {
  const remove = visible.filter((link) => link.id === id || !isOpen(link, now)).map((link) => link.id)
  return { put: contested(visible, id, now), remove }
}

/**
 * Stores the outcome of a press that did not connect ("Client rules", rule 4). A final outcome ends the link. All other
 * links need a choice, because the user meant the pressed link.
 */
export function keepOutcome(
  visible: readonly Link[],
  id: string,
  { outcome, entered, now }: { outcome: NotConfirmed; entered?: Entered; now: number },
): LinkChanges {
  const pressed = visible.find((link) => link.id === id)
  if (!pressed) return { put: [], remove: [] }
  const link = withoutApp(pressed)
  const { nonce: _nonce, entered: _entered, appKey: _appKey, ...withoutSecrets } = link
  const changed: Link = isFinal(outcome)
    ? { ...withoutSecrets, status: 'ended', changedAt: now, needsChoice: false, outcome }
    : { ...link, needsChoice: false, entered, outcome }
  return { put: [...contested(visible, id, now), changed], remove: [] }
}

/** Returns the other open links, marked so that they need a choice. It omits links that already need one. */
function contested(visible: readonly Link[], id: string, now: number): Link[] {
  return visible
    .filter((link) => link.id !== id && isOpen(link, now) && !link.needsChoice)
    .map((link) => ({ ...withoutApp(link), needsChoice: true }))
}
