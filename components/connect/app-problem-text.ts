import type { AppProblem } from '@/lib/connect/outcome'
import type { TextKey } from '@/lib/messages/keys'

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
