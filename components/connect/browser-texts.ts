import type { ConnectPageState } from '@/lib/connect/page-state'
import type { TextGroup } from '@/lib/messages/keys'

/** The texts that the browser needs for a state of the connect page. */
export function connectBrowserTexts(state: ConnectPageState): readonly TextGroup[] {
  switch (state.kind) {
    case 'which_link':
      return ['arrival']
    case 'form':
      return [
        'confirm',
        'walletAddressProblem',
        'wallet',
        'offline',
        // What the last press came to.
        ...(state.notice ? (['refused', 'wait', 'support'] as const) : []),
      ]
    default:
      return []
  }
}
