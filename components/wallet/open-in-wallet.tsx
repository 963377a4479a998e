import type { ReactNode } from 'react'
import { NativeForm } from '@/components/ui/native-form'
import { externalIcon, Icon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { RowContent } from './wallet-row'

/** A wallet app that can open this page in its own browser. */
export interface PhoneWalletApp {
  id: WalletId
  name: string
}

/** The ways to a wallet that is on a phone. */
export interface PhoneWays {
  /** On a phone: the apps that can open this page. */
  apps: readonly PhoneWalletApp[]
  /** Their rows. */
  rows: ReactNode
  /** Elsewhere: the code that hands the link to a phone. */
  code: ReactNode
}

const formId = (app: PhoneWalletApp) => `open-in-${app.id}`

/**
 * The rows that open this page in a wallet app's own browser, for users on a phone. Their forms are
 * `OpenInWalletForms`: the list is a part of another form.
 */
export function OpenInWalletRows({ t, apps }: { t: UserTexts; apps: readonly PhoneWalletApp[] }) {
  return apps.map((app) => (
    // A browser that has a wallet needs no other app.
    <li key={app.id} className="has-wallet:hidden">
      <button type="submit" form={formId(app)} className="wallet-row">
        <RowContent
          icon={walletIconPath(app.id)}
          end={<Icon path={externalIcon} className="text-muted rtl:-scale-x-100" />}
        >
          {t('wallet.openIn', { app: app.name })}
        </RowContent>
      </button>
    </li>
  ))
}

/** The forms of `OpenInWalletRows`. The URL contains the nonce, so the server creates it when a row is pressed. */
export function OpenInWalletForms({
  linkId,
  apps,
  openInWallet,
}: {
  linkId: string
  apps: readonly PhoneWalletApp[]
  openInWallet: (form: FormData) => Promise<void>
}) {
  return apps.map((app) => (
    <NativeForm key={app.id} id={formId(app)} action={openInWallet} className="hidden">
      <input type="hidden" name="link" value={linkId} />
      <input type="hidden" name="wallet" value={app.id} />
    </NativeForm>
  ))
}
