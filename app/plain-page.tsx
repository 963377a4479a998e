import 'server-only'
import { headers } from 'next/headers'
import styles from '@/app/globals.inline.css'
import { SiteFooter, SiteHeader } from '@/components/site/frame'
import { Marks, type Tone } from '@/components/site/marks'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { browseLink, intentLink } from '@/lib/connect/wallet-links'
import type { TextKey } from '@/lib/messages/keys'
import { directionOf } from '@/lib/messages/language'
import type { TextValues } from '@/lib/messages/texts'
import { correlationId } from '@/lib/request/context'
import { policyNonce } from '@/lib/request/security-headers'
import { iconUrl, logo, skinTheme } from '@/lib/skin'
import { requestBrand, requestLanguage, requestTexts } from '@/lib/skin/texts'
import type { Scheme } from '@/lib/skin/theme'
import type { WalletApp } from '@/lib/wallets'
import { phoneBrowserOf } from '@/lib/wallets/browsers'

/*
 * Pages for a problem with an arrival or an app's answer, for a link that another app opens, and for an unknown URL. A
 * Next page cannot answer with 400. It also contains the request's URL, which may have a nonce. So these are HTML
 * documents without Next's scripts.
 */

export type PlainPage =
  | { kind: 'not_found' }
  /** The browser keeps its other links. */
  | { kind: 'incomplete_link' }
  /** The button requests the same URL again, without writing it into the page. */
  | { kind: 'busy'; waitMs: number }
  /**
   * The app opened the phone's default browser. Only the browser where the user started has the nonce, so this page can
   * only offer a new link.
   */
  | { kind: 'other_browser'; app: WalletApp }
  /**
   * The link to open in the wallet's own browser; without `app`, in Chrome or Safari. `url` is as secret as its nonce.
   */
  | { kind: 'open_elsewhere'; app: WalletApp | undefined; url: string }

interface Content {
  title: TextKey
  text: TextKey
  links: { href: string; label: TextKey }[]
  /** About the second link. */
  hint?: TextKey
  copy?: string
  values?: TextValues
}

const problems: Partial<Record<PlainPage['kind'], { status: number; tone: Tone }>> = {
  not_found: { status: 404, tone: 'ended' },
  incomplete_link: { status: 400, tone: 'ended' },
  busy: { status: 429, tone: 'wait' },
}

function contentOf(page: PlainPage, isAndroid: boolean): Content {
  const { origin } = config().app
  const { profileUrl } = config().service
  switch (page.kind) {
    case 'not_found':
      return { title: 'notFound.title', text: 'notFound.text', links: [{ href: '/', label: 'notFound.homeLink' }] }
    case 'incomplete_link':
      return {
        title: 'incompleteLink.title',
        text: 'incompleteLink.text',
        links: [{ href: profileUrl, label: 'incompleteLink.profileLink' }],
      }
    case 'busy':
      return { title: 'busy.title', text: 'busy.text', links: [{ href: '', label: 'busy.retry' }] }
    case 'other_browser':
      return {
        title: 'walletApp.otherBrowser.title',
        text: 'walletApp.otherBrowser.text',
        links: [
          { href: profileUrl, label: 'whichLink.startAgain' },
          { href: browseLink(page.app, { origin, page: profileUrl }), label: 'walletApp.otherBrowser.openIn' },
        ],
        hint: 'walletApp.otherBrowser.signInAgain',
        values: { wallet: page.app.name },
      }
    case 'open_elsewhere': {
      const { app, url } = page
      if (!app) {
        // No document of Apple names a link that opens Safari.
        const href = intentLink(url, 'com.android.chrome')
        return {
          title: 'walletApp.openPageIn',
          text: 'walletApp.openPageInText',
          links: isAndroid ? [{ href, label: 'walletApp.openPageIn' }] : [],
          values: { browser: isAndroid ? 'Chrome' : 'Safari' },
          copy: url,
        }
      }
      const href = browseLink(app, { origin, page: url })
      return {
        title: 'wallet.openIn',
        text: 'walletApp.ownBrowserText',
        links: [
          { href, label: 'wallet.openIn' },
          // The link has the nonce, and any app can claim a scheme. Elsewhere the second way is the link to copy.
          ...(isAndroid
            ? [{ href: intentLink(href, app.androidPackage), label: 'walletApp.didNotOpen' as const }]
            : []),
        ],
        values: { app: app.name, wallet: app.name },
        copy: url,
      }
    }
  }
}

/** Browsers in apps may have no clipboard, so the script also uses the older command. */
const copyScript = `
  const [field, button, status] = ['#link', 'button', '[role=status]'].map((one) => document.querySelector(one))
  field.onfocus = () => field.select()
  button.hidden = false
  button.onclick = async () => {
    field.select()
    let isCopied = true
    try {
      await navigator.clipboard.writeText(field.value)
    } catch {
      isCopied = document.execCommand('copy')
    }
    status.textContent = isCopied ? button.dataset.copied : button.dataset.notCopied
  }
`

/** @param scheme - the color scheme. @default the browser's preference */
export async function plainPage(page: PlainPage, scheme?: Scheme): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const requestHeaders = await headers()
  const nonce = policyNonce(requestHeaders)
  const isAndroid = phoneBrowserOf(requestHeaders.get('user-agent'))?.system === 'Android'
  const { title, text, links, hint, copy, values } = contentOf(page, isAndroid)
  const t = await requestTexts()
  const language = await requestLanguage()
  const forced = scheme === undefined ? '' : `:root:root { color-scheme: ${scheme} }`
  const brand = await requestBrand()
  const icon = iconUrl()
  const markup = renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {icon !== null && <link rel="icon" href={icon} />}
        <title>{`${t.plain(title, values)} · ${brand.name}`}</title>
        {/* Wallet apps read the name of the site from this page. */}
        {page.kind === 'other_browser' && <meta property="og:title" content={brand.name} />}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles + (skinTheme() ?? '') + forced }} />
      </head>
      <body>
        <SiteHeader name={brand.name} logo={logo(scheme)} links={brand.links.header} />
        <Card area="site" title={t(title, values)} lead={await Marks({ tone: problems[page.kind]?.tone })}>
          <p>{t(text, values)}</p>
          {links.map(({ href, label }, index) => (
            <a
              key={label}
              className={buttonClasses(index === 0 ? 'primary' : 'secondary')}
              href={href}
              aria-describedby={hint && index === 1 ? 'hint' : undefined}
            >
              {t(label, values)}
            </a>
          ))}
          {hint && (
            <p id="hint" className="text-center text-sm text-muted">
              {t(hint, values)}
            </p>
          )}
          {copy !== undefined && (
            <>
              {/* Not a `CodeField`, because this document is rendered where React has no hooks. */}
              <label htmlFor="link" className="-mb-2 font-medium">
                {t('walletApp.yourLink')}
              </label>
              <input
                id="link"
                dir="ltr"
                readOnly
                value={copy}
                autoComplete="off"
                className="min-h-11 w-full rounded-skin border border-control-line bg-surface px-3 py-2 font-mono text-text"
              />
              {/* Only the script shows the button, which works only with it. */}
              <button
                type="button"
                hidden
                className={buttonClasses('secondary')}
                data-copied={t.plain('support.copied')}
                data-not-copied={t.plain('support.notCopied')}
              >
                {t('walletApp.copyLink')}
              </button>
              <p role="status" className="text-center text-sm text-muted" />
              <script nonce={nonce} dangerouslySetInnerHTML={{ __html: copyScript }} />
            </>
          )}
        </Card>
        {/* The URL of this page may have a nonce. */}
        {await SiteFooter({
          code: page.kind === 'not_found' ? undefined : correlationId(),
          page: page.kind === 'not_found' ? '/' : '/connect/confirm',
        })}
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status: problems[page.kind]?.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...(page.kind === 'busy' && { 'Retry-After': String(Math.ceil(page.waitMs / 1000)) }),
    },
  })
}
