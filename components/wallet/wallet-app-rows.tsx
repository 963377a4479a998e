import type { ReactNode } from 'react'
import { externalIcon, Icon, linkIcon, moreIcon, phoneIcon } from '@/components/ui/icon'
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

export interface PhoneWays {
  title: ReactNode
  apps: readonly Pick<PhoneWalletApp, 'name'>[]
  /** Of `apps` and of a better browser; false on other devices. */
  rows: ReactNode
  /** On other devices: the QR code for a phone. */
  code: ReactNode
  /** On other devices: links to wallets that the browser may not have. */
  missing: ReactNode
}

const formId = 'open-elsewhere'
const hintId = 'in-app-browser'

const external = <Icon path={externalIcon} className="text-muted rtl:[scale:-1_1]" />
const unfolds = <Icon path={moreIcon} className="text-muted group-open:rotate-180" />

/**
 * The rows of the wallet apps. They are links, because a phone opens an app only from one. The last row unfolds buttons
 * that open this page in an app's own browser. With scripts, only the list of all wallets has this row, to save room.
 * In a browser inside an app, the row for a better browser is first, because a wallet's answer would open there.
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
        <RowContent ownIcon={linkIcon} end={external}>
          {t('walletApp.openPageIn', { browser: reopen.better })}
        </RowContent>
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
                <RowContent icon={walletIconPath(id)} end={external}>
                  {name}
                </RowContent>
              </LinkToApp>
            </li>
          ),
      )}
      {!reopen?.isInApp && betterBrowser}
      {apps.length > 0 && (
        <li className="second-way has-wallet:hidden">
          <details className="group">
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
                  <RowContent icon={walletIconPath(id)} end={external}>
                    {t('wallet.openIn', { app: name })}
                  </RowContent>
                </button>
              ))}
            </div>
          </details>
        </li>
      )}
    </>
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
        <p className="text-sm">{t('wallet.phone.text')}</p>
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
