import type { FormAction } from '@/components/ui/form-action'
import type { AppLink, PhoneWalletApp } from '@/components/wallet/wallet-app-rows'
import type { ConnectPageState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { Brand } from '@/lib/skin/brand'
import type { PhoneBrowser } from '@/lib/wallets/browsers'

export interface ConnectPageProps<State = ConnectPageState> {
  t: UserTexts
  state: State
  /** Milliseconds since the epoch. */
  now: number
  profileUrl: string
  supportUrl: string | null
  code: string | undefined
  actions: Record<'confirm' | 'choose' | 'cancel' | 'startAgain' | 'undo' | 'changeWallet', FormAction>
  brand: Pick<Brand, 'name' | 'benefit' | 'consent' | 'wallets'>
  /** The user's ID, if the service gets it unchanged. */
  plainIdentifier: string | null
  apps: readonly PhoneWalletApp[]
  hasPhoneCode: boolean
  /** Undefined on other devices. */
  phone: PhoneBrowser | undefined
  /** Opens the chosen app to sign; null without an app. */
  sign: AppLink | null
  /** Confirms a press in an app. Null in the preview. */
  continueUrl: string | null
  /** Of the response's Content Security Policy. */
  nonce: string | undefined
}
