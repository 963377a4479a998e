import type { ConnectPageState } from '@/lib/connect/page-state'
import type { TextGroup } from '@/lib/messages/keys'

export function connectBrowserTexts(state: ConnectPageState): readonly TextGroup[] {
  switch (state.kind) {
    case 'which_link':
      return ['arrival']
    case 'app':
      return ['confirm']
    case 'form':
      return [
        'confirm',
        'walletAddressProblem',
        'wallet',
        ...(state.notice && 'secondsLeft' in state.notice ? (['wait'] as const) : []),
      ]
    default:
      return []
  }
}
