import type { ReactNode } from 'react'
import type { Tone } from '@/components/site/marks'
import type { AppProblem } from '@/lib/connect/outcome'
import type {
  AppState,
  ConnectPageState,
  EndedState,
  FormState,
  NothingHeldState,
  Notice,
  WalletUnusableState,
} from '@/lib/connect/page-state'
import type { TextGroup, TextKey } from '@/lib/messages/keys'
import type { TextValues } from '@/lib/messages/texts'
import type { UserTexts } from '@/lib/messages/user-texts'

export const reasonId = 'reason'

type TextOf = readonly [key: TextKey, values?: TextValues]

/** The main heading. It says what has happened, if a message is in place of the controls. */
export function connectPageHeading(state: ConnectPageState): TextOf {
  switch (state.kind) {
    case 'nothing_held':
      return [`nothingToConnect.${resultOf(state) ?? 'title'}`]
    case 'which_link':
      return ['whichLink.title']
    case 'form':
    case 'app':
      return toneOf(state) ? noticeTexts(state).title : ['confirm.title']
    default:
      return noticeTexts(state).title
  }
}

/** The title, which a screen reader reads first. Without JavaScript, it is the first sign that a press has failed. */
export function connectPageTitle({ plain: t }: UserTexts, state: ConnectPageState): string {
  const title = t(...connectPageHeading(state))
  if (state.kind === 'wallet_unusable') return t('confirm.errorTitle', { title })
  if ('notice' in state && state.notice && !isWait(state.notice)) {
    return t('confirm.errorTitle', { title: t(...noticeTexts(state).title) })
  }
  if (state.kind !== 'app' || state.notice) return title
  return state.isPressed ? t('confirm.connecting') : `${state.app.name} ${t('wallet.isConnected')}`
}

/** What the user has just done. */
export const resultOf = ({ because }: NothingHeldState) =>
  because === 'done' || because === 'cancelled' ? because : undefined

/** Of a message in place of the controls. A problem with a wallet or an address is at the controls instead. */
export function toneOf(state: ConnectPageState): Tone | undefined {
  if (state.kind === 'nothing_held') return resultOf(state)
  if (state.kind === 'ended') return state.reason === 'return_url_unusable' ? 'done' : 'ended'
  if (state.kind === 'wallet_unusable') return 'ended'
  if (!('notice' in state) || !state.notice) return undefined
  return isWait(state.notice) ? 'wait' : state.notice.kind === 'refused' ? 'ended' : undefined
}

const isWait = ({ kind }: Notice) => kind === 'wait' || kind === 'turn_after_link' || kind === 'too_many_attempts'

/** Each of these can have a notice. */
export type NoticeState = FormState | AppState | EndedState | WalletUnusableState

export const noticeOf = (state: NoticeState) => ('notice' in state ? state.notice : state)

/** The field itself reports an invalid address, without a text here. */
export function noticeTexts(state: NoticeState): { title: TextOf; text?: TextOf } {
  const notice = noticeOf(state)
  switch (notice?.kind) {
    case undefined:
      return { title: ['confirm.title'] }
    case 'wallet_unusable':
      return { title: ['confirm.lockedWalletUnusable'], text: ['refused.remedy.tell_operator'] }
    case 'address_problem':
      return { title: [`walletAddressProblem.${notice.problem}`] }
    case 'proof_problem': {
      const group = `wallet.refused.${notice.problem}` as const
      // A wallet app can be asked again.
      const text = state.kind === 'app' ? 'wallet.problem.not_signed.text' : (`${group}.text` as const)
      return { title: [`${group}.title`], text: [text] }
    }
    case 'app_problem': {
      const { wallet, problem } = notice
      const group = textsOfAppProblem(problem)
      return { title: [`${group}.title`, { wallet }], text: [`${group}.text`, { wallet }] }
    }
    case 'refused':
    case 'ended': {
      // With a required signature, the user can type no address, and only change the wallet.
      const isOfWallet = notice.remedy === 'check_address' && 'proof' in state && state.proof === 'required'
      const text = isOfWallet ? 'refused.anotherWallet' : (`refused.remedy.${notice.remedy}` as const)
      return { title: [`refused.title.${notice.reason}`], text: [text] }
    }
    case 'wait': {
      const { place, secondsLeft } = notice
      const text: TextOf = place === null || secondsLeft === 0 ? ['wait.linkStillWorks'] : ['wait.place', { place }]
      return { title: [secondsLeft === 0 ? 'wait.now' : 'wait.title'], text }
    }
    case 'turn_after_link': {
      const { minutes } = notice
      const hours = Math.ceil(minutes / 60)
      const text: TextOf = minutes >= 120 ? ['wait.afterHours', { hours }] : ['wait.afterMinutes', { minutes }]
      return { title: ['wait.title'], text }
    }
    case 'too_many_attempts':
      return { title: ['wait.tooManyAttempts'], text: ['wait.linkStillWorks'] }
  }
}

/** Specific texts, or those for any wallet. */
function textsOfAppProblem(problem: AppProblem) {
  switch (problem) {
    case 'failed':
    case 'cannot_sign':
    case 'dialog_open':
    case 'locked':
    case 'no_account':
    case 'other_address':
      return `wallet.problem.${problem}` as const
    default:
      return `walletApp.problem.${problem}` as const
  }
}

/** In seconds up to two minutes, then in minutes. */
export function waitText(t: UserTexts, what: 'turnIn' | 'pressIn', seconds: number): ReactNode {
  return seconds > 120
    ? t(`wait.${what}Minutes`, { minutes: Math.ceil(seconds / 60) })
    : t(`wait.${what}Seconds`, { seconds })
}

const timeTexts = ['confirm.worksUntil', 'confirm.minutesLeft'] as const

export function connectBrowserTexts(state: ConnectPageState): readonly (TextGroup | TextKey)[] {
  switch (state.kind) {
    case 'which_link':
      return ['arrival']
    case 'app':
      return state.isPressed ? [] : timeTexts
    case 'form':
      return [
        ...timeTexts,
        'confirm.walletLabel',
        'confirm.connect',
        'confirm.connecting',
        'confirm.connectingStatus',
        'confirm.signAndConnect',
        'confirm.connectUnsigned',
        'walletAddressProblem',
        'wallet',
        'refused.tryAgain',
        ...(state.notice && 'secondsLeft' in state.notice ? (['wait'] as const) : []),
      ]
    default:
      return []
  }
}
