import type { ConnectPageState } from '@/lib/connect/page-state'
import type { GroupOf, TextKey } from '@/lib/messages/keys'

/** The texts of what runs in the browser where there is a form. */
export const formTexts = ['confirm', 'offline', 'wallet', 'walletAddressProblem'] as const

/** And of what its last press has come to. */
const noticeTexts = ['refused', 'wait', 'updated'] as const

/** The groups of texts that the browser needs for a state of the connect page. */
export function connectBrowserTexts(state: ConnectPageState): readonly GroupOf<TextKey>[] {
  switch (state.kind) {
    case 'which_link':
      return ['arrival']
    case 'form':
      return state.notice === null ? formTexts : [...formTexts, ...noticeTexts]
    default:
      return []
  }
}
