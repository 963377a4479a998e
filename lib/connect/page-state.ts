import type { Link, OpenLink, PressResult, RefusalReason } from './link'
import { canReopen, isOpen, linksVisibleTo, memorySecondsLeft, secondsLeft } from './link'
import type { WalletAddressProblem } from './wallet-address-shape'

/*
 * Everything that the connect page can show: one list, from which the page, its tests and its pictures are
 * made.
 */

/** Everything that `/connect/confirm` can show to somebody who is signed in. */
export type ConnectPageState =
  | NothingHeldState
  | WhichLinkState
  | { kind: 'wallet_unusable' }
  | FormState
  | EndedState
  /** The store of the links cannot be reached. A reload tries again. */
  | { kind: 'busy' }

/** No link can be confirmed. */
export interface NothingHeldState {
  kind: 'nothing_held'
  because: 'none' | 'cancelled' | 'signed_out'
  /** Whether the link that was cancelled, or set aside at sign-out, can be brought back. */
  canUndo: boolean
}

/** Links have arrived one beside the other, and the user has not said which of them is theirs. */
export interface WhichLinkState {
  kind: 'which_link'
  /** Newest first. None of them is the default. One is left alone when the other one has been used. */
  links: { id: string; requestId: string; arrivedAt: number; secondsLeft: number }[]
  /** What the press that has just been made for another link came to, if it ended that link. */
  ended: EndedState | null
}

/** The form with the Connect button. */
export interface FormState {
  kind: 'form'
  linkId: string
  requestId: string
  /** Until the link ends, which needs no press to be seen. */
  secondsLeft: number
  /** The wallet that the operator keeps, or what the user has typed. */
  wallet: { kind: 'locked'; address: string } | { kind: 'free'; typed: string }
  proof: 'optional' | 'required'
  /** What a wallet has signed for this link before the last press. */
  signed: { walletName: string; address: string; signature: string } | null
  notice: Notice | null
}

/** A refusal as it is shown. */
interface ShownRefusal {
  reason: RefusalReason
  /** The service's own text, or null if it gave none. */
  message: string | null
  /** What to quote to the operator. */
  code: string | null
}

/** What the last press came to, where the form can be pressed again. */
export type Notice =
  | { kind: 'address_problem'; problem: WalletAddressProblem }
  /** A required signature is missing, or a signature is not valid. The service was not called. */
  | { kind: 'proof_problem'; problem: 'missing' | 'refused' }
  | ({ kind: 'refused'; remedy: 'check_address' | 'try_again' } & ShownRefusal)
  | WaitNotice
  /** This user has pressed too often. */
  | { kind: 'too_many_attempts'; secondsLeft: number }
/** The page was of an older version of this site; what was entered is kept. */

/** Too many people are connecting, and this user has a time of their own. */
interface WaitNotice {
  kind: 'wait'
  /** 0 once the time has come. */
  secondsLeft: number
  /** How many people are connected before this one; null where it is not known. */
  place: number | null
  /** Whether an open page presses Connect when the time comes. */
  pressesByItself: boolean
  message: string | null
  code: string | null
}

/** Only a new link, or only the operator, can help. There is no form, and a reload says the same. */
export interface EndedState extends ShownRefusal {
  kind: 'ended'
  remedy: 'press_connect_again' | 'open_newest_link' | 'tell_operator'
  /** What a button sends to try once more, where the operator may have mended it meanwhile. */
  retry: { linkId: string; requestId: string; walletAddress: string; signature: string; walletName: string } | null
}

/** What a state is derived from, besides the links. */
export interface PageContext {
  userId: string
  /** The user's address as the operator keeps it; null where the user enters one. */
  lockedWallet: { ok: true; address: string } | { ok: false } | null
  proof: 'optional' | 'required'
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * What the connect page shows.
 *
 * @param links - all links of this browser, or `unavailable` where the store cannot be reached.
 */
export function connectPageState(links: readonly Link[] | 'unavailable', context: PageContext): ConnectPageState {
  if (links === 'unavailable') return { kind: 'busy' }
  const { userId, now } = context
  const visible = linksVisibleTo(links, userId).filter((link) => memorySecondsLeft(link, now) > 0)
  const open = visible.filter((link) => isOpen(link, now)).toSorted((a, b) => b.arrivedAt - a.arrivedAt)
  const latest = visible.filter((link) => !isOpen(link, now)).toSorted((a, b) => closedAt(b, now) - closedAt(a, now))[0]

  if (open.length === 0) return latest ? closedState(latest, visible, now) : nothingHeld('none', false)
  const [chosen, ...others] = open.filter(({ needsChoice }) => !needsChoice)
  if (chosen && others.length === 0) return openState(chosen, context)
  const hasJustEnded = latest?.status === 'ended' && open.every(({ arrivedAt }) => latest.changedAt > arrivedAt)
  return {
    kind: 'which_link',
    links: open.map((link) => ({
      id: link.id,
      requestId: link.requestId,
      arrivedAt: link.arrivedAt,
      secondsLeft: secondsLeft(link, now),
    })),
    ended: hasJustEnded ? endedState(latest) : null,
  }
}

function nothingHeld(because: NothingHeldState['because'], canUndo: boolean): NothingHeldState {
  return { kind: 'nothing_held', because, canUndo }
}

/** When a link stopped being open: by a change, or by its age. */
function closedAt(link: Link, now: number): number {
  return link.status === 'open' ? Math.min(now, link.arrivedAt + 30 * 60_000) : link.changedAt
}

function closedState(latest: Link, visible: readonly Link[], now: number): ConnectPageState {
  if (latest.status === 'open' || latest.status === 'ended') return endedState(latest)
  if (secondsLeft(latest, now) === 0) return nothingHeld('none', false)
  return nothingHeld(
    latest.status,
    visible.some((link) => canReopen(link, now)),
  )
}

/** A link that has been refused for good, or whose 30 minutes are over. */
function endedState({ result }: Link): EndedState {
  if (result?.kind === 'refused' && result.remedy !== 'check_address' && result.remedy !== 'try_again') {
    const { reason, remedy, message, code } = result
    if (remedy !== 'tell_operator') return { kind: 'ended', reason, remedy, message, code, retry: null }
  }
  return {
    kind: 'ended',
    reason: 'request_expired',
    remedy: 'press_connect_again',
    message: null,
    code: null,
    retry: null,
  }
}

function openState(link: OpenLink, { lockedWallet, proof, now }: PageContext): ConnectPageState {
  if (lockedWallet && !lockedWallet.ok) return { kind: 'wallet_unusable' }
  const { entered, result } = link
  const address = lockedWallet?.address ?? entered?.walletAddress ?? ''
  const needsOperator = result?.kind === 'refused' && refusalIsForOperator(result, lockedWallet !== null)
  if (needsOperator) {
    const { reason, message, code } = result
    const { id: linkId, requestId } = link
    const { signature, walletName } = entered?.signed ?? { signature: '', walletName: '' }
    const retry = { linkId, requestId, walletAddress: address, signature, walletName }
    return { kind: 'ended', reason, remedy: 'tell_operator', message, code, retry }
  }
  return {
    kind: 'form',
    linkId: link.id,
    requestId: link.requestId,
    secondsLeft: secondsLeft(link, now),
    wallet: lockedWallet ? { kind: 'locked', address } : { kind: 'free', typed: address },
    proof,
    signed: entered?.signed ? { ...entered.signed, address } : null,
    notice: result ? noticeOf(result, now, address !== '') : null,
  }
}

/** The user cannot correct an address that the operator keeps. */
function refusalIsForOperator({ remedy }: Extract<PressResult, { kind: 'refused' }>, isLocked: boolean): boolean {
  return remedy === 'tell_operator' || (remedy === 'check_address' && isLocked)
}

function noticeOf(result: PressResult, now: number, hasAddress: boolean): Notice | null {
  switch (result.kind) {
    case 'address_problem':
    case 'proof_problem':
      return result
    case 'refused': {
      const { reason, remedy, message, code } = result
      if (remedy !== 'check_address' && remedy !== 'try_again') return null
      return { kind: 'refused', reason, remedy, message, code }
    }
    case 'wait': {
      const { until, place, message, code } = result
      return { kind: 'wait', secondsLeft: secondsUntil(until, now), place, pressesByItself: hasAddress, message, code }
    }
    case 'too_many_attempts': {
      const left = secondsUntil(result.until, now)
      return left === 0 ? null : { kind: 'too_many_attempts', secondsLeft: left }
    }
  }
}

function secondsUntil(time: number, now: number): number {
  return Math.max(Math.ceil((time - now) / 1000), 0)
}
