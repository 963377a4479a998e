import type { WalletId } from '@/lib/wallets'
import { walletAppOf } from '@/lib/wallets/apps'
import type { Link, OpenLink } from './link'
import {
  canReopen,
  chosenApp,
  isOpen,
  linkLifetimeSeconds,
  linksVisibleTo,
  memorySecondsLeft,
  secondsLeft,
} from './link'
import { isFinal, type AppProblem, type NotConfirmed, type Refused } from './outcome'

/*
 * Everything that the connect page can show: one list, from which the page, its tests and its pictures are
 * made.
 */

/** Everything that `/connect/confirm` can show to somebody who is signed in. */
export type ConnectPageState =
  NothingHeldState | WhichLinkState | WalletUnusableState | FormState | AppState | EndedState

/** No link can be confirmed. */
export interface NothingHeldState {
  kind: 'nothing_held'
  /** `others_dropped`: a link is left that may not be the user's, since others were dropped beside it. */
  because: 'none' | 'cancelled' | 'signed_out' | 'others_dropped'
  /** Whether the link that was cancelled, or set aside at sign-out, can be brought back. */
  canUndo: boolean
}

/** Links have arrived one beside the other, and the user has not said which of them is theirs. */
export interface WhichLinkState {
  kind: 'which_link'
  /** Newest first. None of them is the default. One is left alone when the other one has been used. */
  links: { id: string; arrivedAt: number; isFromService: boolean }[]
  /** Whether the user's own may not be among them: more arrived than are held. */
  othersDropped: boolean
  /** What the press that has just been made for another link came to, if it ended that link. */
  ended: EndedState | null
}

/** The address that the operator keeps for the user is invalid. */
export interface WalletUnusableState {
  kind: 'wallet_unusable'
  requestId: string
  /** The support code of the link's arrival. */
  linkCode: string | undefined
}

/** What every page for a link that can be confirmed shows. */
interface OpenState {
  linkId: string
  requestId: string
  /** Until the link ends, which needs no press to be seen. */
  secondsLeft: number
  /** Whether the link came from a page of the service, and no other open link stands beside it. */
  isOwnLink: boolean
  proof: 'optional' | 'required'
  notice: Notice | null
}

/** The form with the Connect button. */
export interface FormState extends OpenState {
  kind: 'form'
  /** Under which a browser keeps what is typed for the link: another one once its user has chosen it among several. */
  typedKey: string
  /** The wallet that the operator keeps, or what the user has typed. */
  wallet: { kind: 'locked'; address: string } | { kind: 'free'; typed: string }
  /** What a wallet has signed for this link before the last press. */
  signed: { walletName: string; address: string; signature: string } | null
}

/** A wallet app of the user's phone is chosen. */
export interface AppState extends OpenState {
  kind: 'app'
  app: { id: WalletId; name: string; address: string }
  /** Whether the user has signed in the app, which is a press of Connect: the page makes it. */
  isPressed: boolean
}

/** The outcome of the last press, where the form can be pressed again. Times are those of the page. */
export type Notice =
  | Extract<NotConfirmed, { kind: 'address_problem' | 'proof_problem' }>
  /** The answer of a wallet app could not be used. */
  | { kind: 'app_problem'; wallet: string; problem: AppProblem }
  | (Refused & { remedy: 'check_address' | 'try_again' })
  /** Too many people are connecting, and this user has a time of their own. */
  | (Pick<Extract<NotConfirmed, { kind: 'wait' }>, 'kind' | 'place' | 'message' | 'code'> & {
      /** 0 once the time has come. */
      secondsLeft: number
      /** Whether an open page presses Connect when the time comes. */
      pressesByItself: boolean
    })
  /** The turn comes after the link has ended. */
  | (Pick<Extract<NotConfirmed, { kind: 'wait' }>, 'message' | 'code'> & { kind: 'turn_after_link'; minutes: number })
  /** This user has pressed too often. */
  | { kind: 'too_many_attempts'; secondsLeft: number }

/** Only a new link, or only the operator, can help. There is no form, and a reload says the same. */
export interface EndedState extends Pick<Refused, 'reason' | 'message' | 'code'> {
  kind: 'ended'
  linkId: string
  /** As the form had it. */
  typedKey: string
  remedy: Exclude<Refused['remedy'], 'check_address' | 'try_again'>
  /** What a button sends to try once more, where the operator may have mended it meanwhile. */
  retry: { requestId: string; walletAddress: string; signature: string; walletName: string } | null
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
 * @param links - those of this browser.
 */
export function connectPageState(links: readonly Link[], context: PageContext): ConnectPageState {
  const { userId, now } = context
  const visible = linksVisibleTo(links, userId).filter((link) => memorySecondsLeft(link.arrivedAt, now) > 0)
  const open = visible.filter((link) => isOpen(link, now)).toSorted((a, b) => b.arrivedAt - a.arrivedAt)
  const latest = visible.filter((link) => !isOpen(link, now)).toSorted((a, b) => closedAt(b, now) - closedAt(a, now))[0]

  if (open.length === 0) return latest ? closedState(latest, visible, now) : nothingHeld('none', false)
  const [chosen, ...others] = open.filter(({ needsChoice }) => !needsChoice)
  if (chosen && others.length === 0) return openState(chosen, open.length > 1, context)
  const hasJustEnded = latest?.status === 'ended' && open.every(({ arrivedAt }) => latest.changedAt > arrivedAt)
  const othersDropped = open.some((link) => link.othersDropped)
  if (othersDropped && open.length === 1) {
    return hasJustEnded ? endedState(latest) : nothingHeld('others_dropped', false)
  }
  return {
    kind: 'which_link',
    links: open.map((link) => ({
      id: link.id,
      arrivedAt: link.arrivedAt,
      isFromService: link.isFromService === true,
    })),
    othersDropped,
    ended: hasJustEnded ? endedState(latest) : null,
  }
}

function nothingHeld(because: NothingHeldState['because'], canUndo: boolean): NothingHeldState {
  return { kind: 'nothing_held', because, canUndo }
}

/** When a link stopped being open: by a change, or by its age. */
function closedAt(link: Link, now: number): number {
  return link.status === 'open' ? Math.min(now, link.arrivedAt + linkLifetimeSeconds * 1000) : link.changedAt
}

function closedState(latest: Link, visible: readonly Link[], now: number): ConnectPageState {
  if (latest.status === 'open' || latest.status === 'ended') return endedState(latest)
  if (secondsLeft(latest.arrivedAt, now) === 0) return nothingHeld('none', false)
  return nothingHeld(
    latest.status,
    visible.some((link) => canReopen(link, now)),
  )
}

/** A link that has been refused for good, or whose 30 minutes are over. */
function endedState(link: Link): EndedState {
  const { id: linkId, outcome } = link
  const typedKey = typedKeyOf(link)
  if (outcome && isFinal(outcome)) return { ...outcome, kind: 'ended', linkId, typedKey, retry: null }
  return {
    kind: 'ended',
    linkId,
    typedKey,
    reason: 'request_expired',
    remedy: 'press_connect_again',
    message: null,
    code: null,
    retry: null,
  }
}

function openState(
  link: OpenLink,
  isBesideOthers: boolean,
  { lockedWallet, proof, now }: PageContext,
): ConnectPageState {
  const { id: linkId, requestId, entered, outcome } = link
  if (lockedWallet && !lockedWallet.ok) return { kind: 'wallet_unusable', requestId, linkCode: link.code }
  const address = lockedWallet?.address ?? entered?.walletAddress ?? ''
  const remedy = outcome?.kind === 'refused' ? remedyWithoutForm(outcome, lockedWallet !== null) : null
  if (outcome?.kind === 'refused' && remedy) {
    const { signature, walletName } = entered?.signed ?? { signature: '', walletName: '' }
    return {
      ...outcome,
      kind: 'ended',
      linkId,
      typedKey: typedKeyOf(link),
      remedy,
      retry: { requestId, walletAddress: address, signature, walletName },
    }
  }
  const state: OpenState = {
    linkId,
    requestId,
    secondsLeft: secondsLeft(link.arrivedAt, now),
    isOwnLink: link.isFromService === true && !isBesideOthers,
    proof,
    notice: outcome ? noticeOf(outcome, { now, hasAddress: address !== '', link }) : null,
  }
  const chosen = chosenApp(link, lockedWallet?.address)
  const app = chosen && walletAppOf(chosen.id)
  if (chosen && app) {
    const { id, name } = app
    const isPressed = link.isPressedInApp === true && entered?.signed !== undefined
    return { ...state, kind: 'app', app: { id, name, address: chosen.walletAddress }, isPressed }
  }
  return {
    ...state,
    kind: 'form',
    typedKey: typedKeyOf(link),
    wallet: lockedWallet ? { kind: 'locked', address } : { kind: 'free', typed: address },
    signed: entered?.signed ? { ...entered.signed, address } : null,
  }
}

/** Nothing that was typed before a choice comes back after it. */
const typedKeyOf = ({ id, chosenAt = 0 }: Link) => `typed-${id}-${chosenAt}`

/** What helps where pressing Connect again does not; null where it may. The user cannot correct an address that the operator keeps. */
function remedyWithoutForm({ remedy }: Refused, isLocked: boolean): 'tell_operator' | 'check_profile' | null {
  if (remedy === 'check_address') return isLocked ? 'tell_operator' : null
  return remedy === 'tell_operator' || remedy === 'check_profile' ? remedy : null
}

function noticeOf(
  outcome: NotConfirmed,
  { now, hasAddress, link }: { now: number; hasAddress: boolean; link: OpenLink },
): Notice | null {
  switch (outcome.kind) {
    case 'address_problem':
    case 'proof_problem':
      return outcome
    case 'app_problem': {
      const app = walletAppOf(outcome.app)
      return app ? { kind: 'app_problem', wallet: app.name, problem: outcome.problem } : null
    }
    case 'refused': {
      const { remedy } = outcome
      return remedy === 'check_address' || remedy === 'try_again' ? { ...outcome, remedy } : null
    }
    case 'wait': {
      const { cause, until, place, message, code } = outcome
      const left = Math.max(Math.ceil((until - now) / 1000), 0)
      if (cause !== 'attempts' && left > secondsLeft(link.arrivedAt, now)) {
        return { kind: 'turn_after_link', minutes: Math.ceil(left / 60), message, code }
      }
      if (cause !== 'attempts') {
        return { kind: 'wait', secondsLeft: left, place, pressesByItself: hasAddress && left > 0, message, code }
      }
      return left === 0 ? null : { kind: 'too_many_attempts', secondsLeft: left }
    }
  }
}
