import type { FormAction } from '@/components/ui/form-action'
import type { AppLink, PhoneWalletApp } from '@/components/wallet/wallet-app-rows'
import type { ConnectPageState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { Brand } from '@/lib/skin/brand'
import type { PhoneBrowser } from '@/lib/wallets/browsers'

/** The data of the connect page, in one of its states. */
export interface ConnectPageProps<State = ConnectPageState> {
  t: UserTexts
  state: State
  /** Milliseconds since the epoch. */
  now: number
  profileUrl: string
  /** The URL where users get help, if the operator has set it. */
  supportUrl: string | null
  /** The support code if this browser holds no link. */
  code: string | undefined
  actions: Record<'confirm' | 'choose' | 'cancel' | 'startAgain' | 'undo' | 'changeWallet' | 'signOut', FormAction>
  brand: Pick<Brand, 'name' | 'service' | 'consent' | 'wallets'>
  /** The icons of the operator and the service, if they have one. */
  icons: Record<'site' | 'service', string | null>
  /** The name of the signed-in user. */
  userName: string
  /** The user's ID, if the service gets it unchanged. */
  plainIdentifier: string | null
  /** The wallet apps that the user may have on this phone. */
  apps: readonly PhoneWalletApp[]
  /** Whether the link can be shown as a QR code. */
  hasPhoneCode: boolean
  /** The browser in which wallet apps work, if they do not work in this one. */
  reopen: PhoneBrowser | null
  /** The deep link that opens the chosen app to sign. Null if no app is chosen. */
  sign: AppLink | null
  /** The URL that confirms a press in an app. Null in the preview. */
  continueUrl: string | null
}
