import 'server-only'
import type { OpenLink } from './link'
import type { WalletWay } from './outcome'
import type { Press } from './press'

/** As the package of the Mobile Wallet Adapter names itself. */
export const mobileWalletAdapterName = 'Mobile Wallet Adapter'

/** The way of a press, as far as the form and the browser tell it: for records and logs alone. */
export function walletWayOf(press: Press, { link, isPhone }: { link: OpenLink; isPhone: boolean }): WalletWay {
  const { entered, app } = link
  const isSignedBefore = press.signature !== '' && press.signature === entered?.signed?.signature
  if (isSignedBefore && entered?.way) return entered.way
  if (app && press.walletAddress === app.walletAddress) return 'deep_link'
  if (press.walletName === '') return 'address'
  if (press.walletName === mobileWalletAdapterName) return 'mobile_wallet_adapter'
  return isPhone ? 'in_app_browser' : 'browser'
}
