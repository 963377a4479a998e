import 'server-only'
import type { OpenLink } from './link'
import type { WalletWay } from '@/lib/wallets/ways'
import type { Press } from './press'

/** The name that the Mobile Wallet Adapter's package gives itself. */
export const mobileWalletAdapterName = 'Mobile Wallet Adapter'

/**
 * Returns how the user reached the wallet of a press. The result is for records and logs only, because a browser can
 * send any value.
 */
export function walletWayOf(press: Press, { link, isPhone }: { link: OpenLink; isPhone: boolean }): WalletWay {
  const { entered, app } = link
  const isSignedBefore = press.signature !== '' && press.signature === entered?.signed?.signature
  if (isSignedBefore && entered?.way) return entered.way
  if (app && press.walletAddress === app.walletAddress) return 'deep_link'
  if (press.walletName === '') return 'address'
  if (press.walletName === mobileWalletAdapterName) return 'mobile_wallet_adapter'
  return isPhone ? 'in_app_browser' : 'browser'
}
