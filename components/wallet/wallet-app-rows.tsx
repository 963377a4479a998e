import type { ReactNode } from 'react'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { externalIcon, Icon, moreIcon, phoneIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { RowContent } from './wallet-row'

/** A wallet app of the user's phone. */
export interface PhoneWalletApp {
  id: WalletId
  name: string
  /** The deep link that makes the app share an address, or null if the app's link has no key for one. */
  connectUrl: string | null
}

/** The ways to a wallet on a phone. */
export interface PhoneWays {
  /** The wallet apps that the user may have on this phone. */
  apps: readonly Pick<PhoneWalletApp, 'name'>[]
  /** The rows of `apps`. */
  rows: ReactNode
  /** On other devices: the QR code that opens the link on a phone. */
  code: ReactNode
}

const formId = (app: PhoneWalletApp) => `open-in-${app.id}`
const hintId = 'in-app-browser'

const external = <Icon path={externalIcon} className="text-muted rtl:-scale-x-100" />

/**
 * The rows of the wallet apps. They are links, because a phone opens an app only from a link. The last row unfolds
 * buttons that open this page in an app's own browser. With scripts, only the list of all wallets has that row, to save
 * room on the first screen.
 */
export function WalletAppRows({ t, apps }: { t: UserTexts; apps: readonly PhoneWalletApp[] }) {
  return (
    <>
      {apps.map(
        ({ id, name, connectUrl }) =>
          connectUrl !== null && (
            <li key={id} className="has-wallet:hidden">
              <a href={connectUrl} className="wallet-row">
                <RowContent icon={walletIconPath(id)} end={external}>
                  {name}
                </RowContent>
              </a>
            </li>
          ),
      )}
      <li className="second-way has-wallet:hidden">
        <details className="group">
          <summary className="wallet-row">
            <RowContent ownIcon={phoneIcon} end={<Icon path={moreIcon} className="text-muted group-open:rotate-180" />}>
              {t('walletApp.ownBrowser')}
            </RowContent>
          </summary>
          <div className="grid gap-2 p-3">
            <p id={hintId} className="text-sm">
              {t('walletApp.ownBrowserText')}
            </p>
            {apps.map((app) => (
              // Their forms are in `OpenInWalletForms`, because the list is inside another form.
              <button key={app.id} type="submit" form={formId(app)} aria-describedby={hintId} className="wallet-row">
                <RowContent icon={walletIconPath(app.id)} end={external}>
                  {t('wallet.openIn', { app: app.name })}
                </RowContent>
              </button>
            ))}
          </div>
        </details>
      </li>
    </>
  )
}

/** The forms of `WalletAppRows`. The URL contains the nonce, so the server creates it when the user presses a button. */
export function OpenInWalletForms({
  linkId,
  apps,
  openInWallet,
}: {
  linkId: string
  apps: readonly PhoneWalletApp[]
  openInWallet: FormAction
}) {
  return apps.map((app) => (
    <NativeForm key={app.id} id={formId(app)} action={openInWallet} className="hidden">
      <input type="hidden" name="link" value={linkId} />
      <input type="hidden" name="wallet" value={app.id} />
    </NativeForm>
  ))
}
