import { walletAppOf, type WalletId } from '@/lib/wallets'
import type { Link, OpenLink, VisibleLink } from './link'
import { canReopen, chosenApp, closedAt, isOpen, secondsLeft } from './link'
import { isFinal, linkExpired, type AppProblem, type NotConfirmed, type Refused } from './outcome'

/** Every state of `/connect/confirm` for a signed-in user. */
export type ConnectPageState =
  | NothingHeldState
  | WhichLinkState
  | WalletUnusableState
  | FormState
  | AppState
  | EndedState

export interface NothingHeldState {
  kind: 'nothing_held'
  /**
   * `done`: confirmed a moment ago. `others_dropped`: others found no room, so the remaining link may be a stranger's.
   */
  because: 'none' | 'done' | 'cancelled' | 'signed_out' | 'others_dropped'
  /** Whether the user can bring back what they cancelled or a sign-out set aside. */
  canUndo: boolean
}

/** Several links have arrived, and the user has chosen none. */
export interface WhichLinkState {
  kind: 'which_link'
  /** Newest first. Only one if the others are no longer open. */
  links: { id: string; arrivedAt: number; isFromService: boolean }[]
  /** Whether the user's link may be missing, because others found no room. */
  othersDropped: boolean
  /** If it ended another link, the latest press. */
  ended: EndedState | null
}

export interface WalletUnusableState {
  kind: 'wallet_unusable'
  requestId: string
  linkCode: string | undefined
}

interface OpenState {
  linkId: string
  requestId: string
  /** Until the link expires. The page then says so by itself. */
  secondsLeft: number
  /** Whether the link came from a page of the service and no other is open. */
  isOwnLink: boolean
  proof: 'optional' | 'required'
  notice: Notice | null
}

export interface FormState extends OpenState {
  kind: 'form'
  /** The key of the typed text in the browser. Choosing a link changes the key, so that no earlier text returns. */
  typedKey: string
  /** The operator's, or what the user has typed. */
  wallet: { kind: 'locked'; address: string } | { kind: 'free'; typed: string }
  /** From the last press. */
  signed: { walletName: string; address: string; signature: string } | null
}

export interface AppState extends OpenState {
  kind: 'app'
  app: { id: WalletId; name: string; address: string }
  /** Whether the user has signed. The page then submits the press. */
  isPressed: boolean
}

/** The last press, if another one is possible. Times are relative to the page's load. */
export type Notice =
  | Extract<NotConfirmed, { kind: 'address_problem' | 'proof_problem' }>
  | { kind: 'app_problem'; wallet: string; problem: AppProblem }
  | (Refused & { remedy: 'check_address' | 'try_again' })
  /** Too many users are connecting. */
  | (Pick<Extract<NotConfirmed, { kind: 'wait' }>, 'kind' | 'place' | 'message' | 'code'> & {
      /** 0 when the user's turn has come. */
      secondsLeft: number
      /** Whether an open page presses at the user's turn. */
      pressesByItself: boolean
    })
  /** The user's turn comes after the link expires. */
  | (Pick<Extract<NotConfirmed, { kind: 'wait' }>, 'message' | 'code'> & { kind: 'turn_after_link'; minutes: number })
  /** This user has pressed too often. */
  | { kind: 'too_many_attempts'; secondsLeft: number }

/** Only a new link or the operator can help. A reload shows the same. */
export interface EndedState extends Pick<Refused, 'reason' | 'message' | 'code'> {
  kind: 'ended'
  linkId: string
  /** The `typedKey` of the form. */
  typedKey: string
  remedy: Exclude<Refused['remedy'], 'check_address' | 'try_again'>
  /** For another try, because the operator may have fixed the problem. */
  retry: Record<'request_id' | 'wallet_address' | 'signature' | 'wallet_name', string> | null
}

export interface PageContext {
  /** What the operator stores; null if the user enters an address. */
  lockedWallet: { ok: true; address: string } | { ok: false } | null
  proof: 'optional' | 'required'
  /** Milliseconds since the epoch. */
  now: number
}

/** @param visible - the links of this browser that the user may see. */
export function connectPageState(visible: readonly VisibleLink[], context: PageContext): ConnectPageState {
  const { now } = context
  const open = visible.filter((link) => isOpen(link, now)).toSorted((a, b) => b.arrivedAt - a.arrivedAt)
  const closed = visible.filter((link) => !isOpen(link, now) && link.status !== 'no_room')
  const [latest] = closed.toSorted((a, b) => closedAt(b, now) - closedAt(a, now))

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
    links: open.map(({ id, arrivedAt, isFromService = false }) => ({ id, arrivedAt, isFromService })),
    othersDropped,
    ended: hasJustEnded ? endedState(latest) : null,
  }
}

function nothingHeld(because: NothingHeldState['because'], canUndo: boolean): NothingHeldState {
  return { kind: 'nothing_held', because, canUndo }
}

function closedState(latest: Link, visible: readonly Link[], now: number): ConnectPageState {
  const { status, changedAt, arrivedAt } = latest
  if (status === 'confirmed') return nothingHeld(now - changedAt < tenMinutesMs ? 'done' : 'none', false)
  if (status !== 'cancelled' && status !== 'signed_out') return endedState(latest)
  if (secondsLeft(arrivedAt, now) === 0) return nothingHeld('none', false)
  const canUndo = visible.some((link) => canReopen(link, now))
  return nothingHeld(status, canUndo)
}

const tenMinutesMs = 10 * 60_000

function endedState(link: Link): EndedState {
  const { id: linkId, outcome } = link
  const refusal = outcome && isFinal(outcome) ? outcome : linkExpired
  return { ...refusal, kind: 'ended', linkId, typedKey: typedKeyOf(link), retry: null }
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
      retry: { request_id: requestId, wallet_address: address, signature, wallet_name: walletName },
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

const typedKeyOf = ({ id, chosenAt = 0 }: Link) => `typed-${id}-${chosenAt}`

/** Null if another press may help. The user cannot correct an address that the operator stores. */
function remedyWithoutForm({ remedy }: Refused, isLocked: boolean): 'tell_operator' | 'check_profile' | null {
  if (remedy === 'check_address') return isLocked ? 'tell_operator' : null
  return remedy === 'tell_operator' || remedy === 'check_profile' ? remedy : null
}

/** Whether the result of the last press stands in place of the form, and the page offers to press again. */
export function canOnlyPressAgain({ notice, wallet, proof, signed }: FormState): boolean {
  const hasInput = (wallet.kind === 'locked' || wallet.typed !== '') && (proof === 'optional' || signed !== null)
  return hasInput && notice !== null && !notice.kind.endsWith('_problem')
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
      const { cause, until, waitMs, place, message, code } = outcome
      const left = Math.max(Math.ceil(Math.min(until - now, waitMs) / 1000), 0)
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
