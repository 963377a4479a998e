import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon, linkIcon, moreIcon, optionsIcon, phoneIcon, typeIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import { walletIconPath, type WalletId } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { Disclosure } from './disclosure'
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

const formId = 'open-elsewhere'
const hintId = 'in-app-browser'

const unfolds = <Icon path={moreIcon} className="text-muted group-open:rotate-180" />

/**
 * The rows of the wallet apps. They are links, because a phone opens an app only from one. In a browser inside an app,
 * the row for a better browser is first, because a wallet's answer would open there.
 */
export function WalletAppRows(props: {
  t: UserTexts
  apps: readonly PhoneWalletApp[]
  /** The browser of the page, if another one is better. */
  reopen: PhoneBrowser | null
}) {
  const { t, apps, reopen } = props
  const betterBrowser = reopen?.better && (
    <li className="has-wallet:hidden">
      <button type="submit" form={formId} name="to" value="browser" className="wallet-row">
        <RowContent ownIcon={linkIcon}>{t('walletApp.openPageIn', { browser: reopen.better })}</RowContent>
      </button>
    </li>
  )
  return (
    <>
      {reopen?.isInApp && betterBrowser}
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
      {!reopen?.isInApp && betterBrowser}
    </>
  )
}

/** Unfolds buttons that open this page in an app's own browser. */
export function OwnBrowsers({ t, apps }: { t: UserTexts; apps: readonly PhoneWalletApp[] }) {
  return (
    <details className="group has-wallet:hidden">
      <summary className="wallet-row">
        <RowContent ownIcon={phoneIcon} end={unfolds}>
          {t('walletApp.ownBrowser')}
        </RowContent>
      </summary>
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

/** Shows the address field, which the page hides while scripts run. See `early-wallets.tsx` and `connect-form.tsx`. */
export function EnterAddress({ t }: { t: UserTexts }) {
  return (
    <button type="button" data-enter-address className="wallet-row leads-to-address">
      <RowContent ownIcon={typeIcon}>{t('wallet.enterAddress')}</RowContent>
    </button>
  )
}

export function FoldedWays({ t, className, children }: { t: UserTexts; className?: string; children: ReactNode }) {
  return (
    <details className={classNames('group/ways', className)}>
      <summary className="wallet-row">
        <RowContent
          ownIcon={optionsIcon}
          end={<Icon path={moreIcon} className="text-muted group-open/ways:rotate-180" />}
        >
          {t('wallet.otherWays')}
        </RowContent>
      </summary>
      <div className="mt-2 grid gap-2">{children}</div>
    </details>
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
          <a href={otherUrl} className="other-link">
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

/** A QR code that opens the link on the user's phone. Only the image has the nonce. */
export function PhoneCode({ t, linkId }: { t: UserTexts; linkId: string }) {
  return (
    <Disclosure
      className="group noscript:hidden"
      linkId={linkId}
      summary={
        <RowContent ownIcon={phoneIcon} end={unfolds}>
          {t('wallet.phone.button')}
        </RowContent>
      }
      failure={
        <p role="alert" className="p-3 text-sm">
          {t('wallet.unavailable.text')}
        </p>
      }
    >
      <div className="grid justify-items-center gap-3 p-3">
        <p className="text-center text-sm text-balance">{t('wallet.phone.text')}</p>
        {/* eslint-disable-next-line nextjs/no-img-element -- a vector image, made for this user, needs no resizing */}
        <img
          src={`/connect/phone-code?link=${encodeURIComponent(linkId)}`}
          alt={t.plain('wallet.phone.image')}
          // Otherwise React makes browsers load it before the user opens it.
          loading="lazy"
          width={256}
          height={256}
          className="size-64 max-w-full rounded-skin bg-white text-sm text-black"
        />
      </div>
    </Disclosure>
  )
}
