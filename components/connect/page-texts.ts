import type { ReactNode } from 'react'
import type { AppProblem } from '@/lib/connect/outcome'
import type { ConnectPageState, EndedState, Notice } from '@/lib/connect/page-state'
import type { TextGroup, TextKey } from '@/lib/messages/keys'
import type { TextValues } from '@/lib/messages/texts'
import type { UserTexts } from '@/lib/messages/user-texts'

export const reasonId = 'reason'

type TextOf = readonly [key: TextKey, values?: TextValues]

/** The title, which a screen reader reads first. Without JavaScript, it is the first sign that a press has failed. */
export function connectPageTitle({ plain: t }: UserTexts, state: ConnectPageState): string {
  switch (state.kind) {
    case 'nothing_held':
      return state.because === 'done' || state.because === 'cancelled'
        ? t(`nothingToConnect.${state.because}`)
        : t('nothingToConnect.title')
    case 'which_link':
      return t('whichLink.title')
    case 'wallet_unusable':
      return t('confirm.errorTitle', { title: t('confirm.title') })
    case 'ended':
      return t(...noticeTexts(state).title)
    case 'form':
    case 'app': {
      const { notice } = state
      if (notice) {
        const title = t(...noticeTexts(notice).title)
        return isWait(notice) ? title : t('confirm.errorTitle', { title })
      }
      if (state.kind === 'form') return t('confirm.title')
      return state.isPressed ? t('confirm.connecting') : `${state.app.name} ${t('wallet.isConnected')}`
    }
  }
}

export const isWait = ({ kind }: Notice | EndedState) =>
  kind === 'wait' || kind === 'turn_after_link' || kind === 'too_many_attempts'

export interface NoticeContext {
  /** If so, the user can type no address, and only change the wallet. */
  isProofRequired?: boolean
  /** A wallet app, which can be asked again. */
  isAppChosen?: boolean
}

/** The field itself reports an invalid address, without a text here. */
export function noticeTexts(
  notice: Notice | EndedState,
  { isProofRequired, isAppChosen }: NoticeContext = {},
): { title: TextOf; text?: TextOf } {
  switch (notice.kind) {
    case 'address_problem':
      return { title: [`walletAddressProblem.${notice.problem}`] }
    case 'proof_problem': {
      const group = `wallet.refused.${notice.problem}` as const
      return { title: [`${group}.title`], text: [isAppChosen ? 'wallet.problem.not_signed.text' : `${group}.text`] }
    }
    case 'app_problem': {
      const { wallet, problem } = notice
      const group = textsOfAppProblem(problem)
      return { title: [`${group}.title`, { wallet }], text: [`${group}.text`, { wallet }] }
    }
    case 'refused':
    case 'ended': {
      const isOfWallet = isProofRequired && notice.remedy === 'check_address'
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
        'confirm.waitingForWallet',
        'walletAddressProblem',
        'wallet',
        ...(state.notice && 'secondsLeft' in state.notice
          ? (['wait', 'confirm.waitingButton', 'confirm.waitingButtonMinutes'] as const)
          : []),
      ]
    default:
      return []
  }
}
