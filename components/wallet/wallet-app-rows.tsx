import type { ReactNode } from 'react'
import { Icon, linkIcon, moreIcon, phoneIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import { walletIconPath, type WalletId } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { RowContent } from './wallet-row'

export interface AppLink {
  url: string
  /** In the app's own scheme, or as an intent. Null if the app has neither. */
  otherUrl: string | null
}

export interface PhoneWalletApp {
  id: WalletId
  name: string
  /** Makes the app share an address; null if the link has no key for one. */
  connect: AppLink | null
}

/** The ways to a wallet that this browser has not detected, which the server renders. */
export interface OtherWays {
  /** False if the rows need none. */
  title: ReactNode
  /** On a phone: its wallet apps, and a better browser; false on other devices. */
  rows: ReactNode
  /** Whether the phone can open any wallet app. */
  hasAnyApp: boolean
  /** Below the wallets or apps, folded; false if there are none. */
  folded: ReactNode
  /** In place of the wallets. */
  unfolded: ReactNode
}

interface AppsProps {
  t: UserTexts
  apps: readonly PhoneWalletApp[]
}

const formId = 'open-elsewhere'
const hintId = 'in-app-browser'

/**
 * The rows of the wallet apps. They are links, because a phone opens an app only from one. In a browser inside an app,
 * the row for a better browser is first, because a wallet's answer would open there.
 */
export function WalletAppRows({ t, apps, phone }: AppsProps & { phone: PhoneBrowser | undefined }) {
  const betterBrowser = phone?.better && (
    <li className="has-wallet:hidden">
      <button type="submit" form={formId} name="to" value="browser" className="wallet-row">
        <RowContent ownIcon={linkIcon}>{t('walletApp.openPageIn', { browser: phone.better })}</RowContent>
      </button>
    </li>
  )
  return (
    <>
      {phone?.isInApp && betterBrowser}
      {apps.map(
        ({ id, name, connect }) =>
          connect && (
            <li key={id} className="grid has-wallet:hidden">
              <LinkToApp t={t} app={name} link={connect} className="wallet-row">
                <RowContent icon={walletIconPath(id)}>{name}</RowContent>
              </LinkToApp>
            </li>
          ),
      )}
      {!phone?.isInApp && betterBrowser}
    </>
  )
}

/** Unfolds buttons that open this page in an app's own browser. */
export function OwnBrowsers({ t, apps }: AppsProps) {
  return (
    <details className="has-wallet:hidden">
      <RowSummary icon={phoneIcon}>{t('walletApp.ownBrowser')}</RowSummary>
      <div className="grid gap-2 p-3">
        <p id={hintId} className="text-sm">
          {t('walletApp.ownBrowserText')}
        </p>
        {apps.map(({ id, name }) => (
          // Their form is `OpenElsewhereForm`, because the list is inside another form.
          <button
            key={id}
            type="submit"
            form={formId}
            name="to"
            value={id}
            aria-describedby={hintId}
            className="wallet-row"
          >
            <RowContent icon={walletIconPath(id)}>{t('wallet.openIn', { app: name })}</RowContent>
          </button>
        ))}
      </div>
    </details>
  )
}

/** The row that unfolds a `details` element. */
export function RowSummary({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <summary className="wallet-row">
      <RowContent ownIcon={icon} end={<Icon path={moreIcon} className="text-muted [[open]>summary>&]:rotate-180" />}>
        {children}
      </RowContent>
    </summary>
  )
}

/** `early-wallets.tsx` says when scripts show `otherUrl`. */
export function LinkToApp(props: { t: UserTexts; app: string; link: AppLink; className: string; children: ReactNode }) {
  const { t, app, className, children } = props
  const { url, otherUrl } = props.link
  return (
    <>
      <a href={url} data-opens-app className={className}>
        {children}
      </a>
      {otherUrl !== null && (
        <p aria-live="polite">
          <a href={otherUrl} className="button button-quiet min-h-9 px-3">
            {t('walletApp.didNotOpen', { wallet: app })}
          </a>
        </p>
      )}
    </>
  )
}

/**
 * The form of the buttons that open the connect link elsewhere. `app/connect/open/route.ts` creates that link, because
 * it contains the nonce.
 */
export function OpenElsewhereForm({ linkId }: { linkId: string }) {
  return (
    <form id={formId} method="post" action="/connect/open" className="hidden">
      <input type="hidden" name="link" value={linkId} />
    </form>
  )
}
