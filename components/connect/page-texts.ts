import type { ReactNode } from 'react'
import type { AppProblem } from '@/lib/connect/outcome'
import type { ConnectPageState, EndedState, Notice } from '@/lib/connect/page-state'
import type { TextGroup, TextKey } from '@/lib/messages/keys'
import type { TextValues } from '@/lib/messages/texts'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The ID of the service's reason for a refusal. */
export const reasonId = 'reason'

/** A text with its values. */
export type TextOf = readonly [key: TextKey, values?: TextValues]

/**
 * Returns the title of the connect page, which describes its state. A screen reader reads it first. Without JavaScript,
 * it is the first sign that a press has failed.
 */
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
      return t(...noticeTitle(state))
    case 'form':
    case 'app': {
      const { notice } = state
      if (notice) {
        const title = t(...noticeTitle(notice))
        return isWait(notice) ? title : t('confirm.errorTitle', { title })
      }
      if (state.kind === 'form') return t('confirm.title')
      return state.isPressed ? t('confirm.connecting') : `${state.app.name} ${t('wallet.isConnected')}`
    }
  }
}

/** Checks whether the user can only wait. */
export const isWait = ({ kind }: Notice | EndedState) =>
  kind === 'wait' || kind === 'turn_after_link' || kind === 'too_many_attempts'

/** Returns the title of the result of a press. */
export function noticeTitle(notice: Notice | EndedState): TextOf {
  switch (notice.kind) {
    case 'address_problem':
      return [`walletAddressProblem.${notice.problem}`]
    case 'proof_problem':
      return [`wallet.refused.${notice.problem}.title`]
    case 'app_problem':
      return [appProblemTexts(notice.problem).title, { wallet: notice.wallet }]
    case 'refused':
    case 'ended':
      return [`refused.title.${notice.reason}`]
    case 'wait':
      return [notice.secondsLeft === 0 ? 'wait.now' : 'wait.title']
    case 'turn_after_link':
      return ['wait.title']
    case 'too_many_attempts':
      return ['wait.tooManyAttempts']
  }
}

/** Returns the texts about a problem with a wallet app: specific ones, or the texts for any wallet. */
export function appProblemTexts(problem: AppProblem): { title: TextKey; text: TextKey } {
  switch (problem) {
    case 'failed':
    case 'cannot_sign':
    case 'dialog_open':
    case 'locked':
    case 'no_account':
    case 'other_address':
      return { title: `wallet.problem.${problem}.title`, text: `wallet.problem.${problem}.text` }
    default:
      return { title: `walletApp.problem.${problem}.title`, text: `walletApp.problem.${problem}.text` }
  }
}

/** Returns the time to wait, in seconds up to two minutes, then in minutes. */
export function waitText(t: UserTexts, what: 'turnIn' | 'pressIn', seconds: number): ReactNode {
  return seconds > 120
    ? t(`wait.${what}Minutes`, { minutes: Math.ceil(seconds / 60) })
    : t(`wait.${what}Seconds`, { seconds })
}

const timeTexts = ['confirm.worksUntil', 'confirm.minutesLeft'] as const

/** Returns the texts that the scripts of the connect page need in this state. */
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
