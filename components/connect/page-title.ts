import type { ConnectPageState, NothingHeldState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { appProblemTexts } from './app-problem-text'

/**
 * Returns the title of the connect page, which describes its state. A screen reader reads it first. Without JavaScript,
 * it is the first sign that a press has failed.
 */
export function connectPageTitle({ plain: t }: UserTexts, state: ConnectPageState): string {
  switch (state.kind) {
    case 'nothing_held':
      return titleOf(t, state)
    case 'which_link':
      return t('whichLink.title')
    case 'wallet_unusable':
      return t('confirm.errorTitle', { title: t('confirm.title') })
    case 'ended':
      return t(`refused.title.${state.reason}`)
    case 'form':
    case 'app':
      switch (state.notice?.kind) {
        case undefined:
          if (state.kind === 'form') return t('confirm.title')
          return state.isPressed ? t('confirm.connecting') : `${state.app.name} ${t('wallet.isConnected')}`
        case 'address_problem':
          return t('confirm.errorTitle', { title: t(`walletAddressProblem.${state.notice.problem}`) })
        case 'proof_problem':
          return t('confirm.errorTitle', { title: t(`wallet.refused.${state.notice.problem}.title`) })
        case 'app_problem': {
          const { problem, wallet } = state.notice
          return t('confirm.errorTitle', { title: t(appProblemTexts(problem).title, { wallet }) })
        }
        case 'refused':
          return t('confirm.errorTitle', { title: t(`refused.title.${state.notice.reason}`) })
        case 'wait':
        case 'turn_after_link':
          return t('wait.title')
        case 'too_many_attempts':
          return t('wait.tooManyAttempts')
      }
  }
}

function titleOf(t: UserTexts['plain'], { because }: NothingHeldState): string {
  return because === 'cancelled' ? t('nothingToConnect.because.cancelled') : t('nothingToConnect.title')
}
