import type { ConnectPageState } from '@/lib/connect/page-state'
import type { TextKey, TextSelector } from '@/lib/messages/keys'

type Texts = readonly TextSelector<TextKey>[]

/*
 * The texts of what runs in the browser, which come with the page. Those of the wallet adapters come with them, and only
 * where somebody chooses a wallet: most of all texts are about what can go wrong there.
 */

const formTexts: Texts = [
  'confirm.walletLabel',
  'confirm.lockedWallet',
  'confirm.connect',
  'confirm.connecting',
  'confirm.connectingStatus',
  'confirm.signAndConnect',
  'confirm.connectUnsigned',
  'confirm.waitingForWallet',
  'confirm.waitingButton',
  'confirm.waitingButtonMinutes',
  'confirm.expiresInMinutes',
  'confirm.expiresInSeconds',
  'walletAddressProblem',
  'offline',
  'wallet.choose',
  'wallet.more',
  'wallet.loading',
  'wallet.enterAddress',
  'wallet.needsScripts',
  'wallet.unavailable',
  'wallet.openIn',
  'wallet.signingIsFree',
  // A form whose wallet has to sign says so, before the press.
  'wallet.refused.missing',
]

/** And of a wallet that has signed before the last press. */
const signedTexts: Texts = ['wallet.yourWallet', 'wallet.signed', 'wallet.change']

/** And of what the last press has come to. */
const noticeTexts: Texts = ['refused', 'wait', 'wallet.refused']

/** The texts that come with the wallet adapters. */
export const walletTexts: Texts = ['wallet']

/** The texts that the browser needs for a state of the connect page. */
export function connectBrowserTexts(state: ConnectPageState): Texts {
  switch (state.kind) {
    case 'which_link':
      return ['arrival']
    case 'form':
      return [...formTexts, ...(state.signed ? signedTexts : []), ...(state.notice ? noticeTexts : [])]
    default:
      return []
  }
}
