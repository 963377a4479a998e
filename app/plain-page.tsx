import 'server-only'
import { headers } from 'next/headers'
import styles from '@/app/globals.inline.css'
import { SiteFooter, SiteHeader } from '@/components/site/frame'
import { Marks, type Tone } from '@/components/ui/marks'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { browseLink, intentLink } from '@/lib/connect/wallet-links'
import type { TextKey } from '@/lib/messages/keys'
import { directionOf } from '@/lib/messages/language'
import type { TextValues } from '@/lib/messages/texts'
import { correlationId } from '@/lib/request/context'
import { policyNonce } from '@/lib/request/security-headers'
import { iconUrl, logo, skin, skinTheme } from '@/lib/skin'
import { supportUrlWith } from '@/lib/skin/brand'
import { requestBrand, requestLanguage, requestMarks, requestTexts } from '@/lib/skin/texts'
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
  action?: { href: string; label: TextKey } | undefined
  second?: { href: string; label: TextKey; hint?: TextKey } | undefined
  copy?: string
  values?: TextValues
}

const statuses: Partial<Record<PlainPage['kind'], number>> = { not_found: 404, incomplete_link: 400, busy: 429 }

function contentOf(page: PlainPage, isAndroid: boolean): Content {
  const { origin } = config().app
  const { profileUrl } = config().service
  switch (page.kind) {
    case 'not_found':
      return { title: 'notFound.title', text: 'notFound.text', action: { href: '/', label: 'notFound.homeLink' } }
    case 'incomplete_link':
      return {
        title: 'incompleteLink.title',
        text: 'incompleteLink.text',
        action: { href: profileUrl, label: 'incompleteLink.profileLink' },
      }
    case 'busy':
      return { title: 'busy.title', text: 'busy.text', action: { href: '', label: 'busy.retry' } }
    case 'other_browser':
      return {
        title: 'walletApp.otherBrowser.title',
        text: 'walletApp.otherBrowser.text',
        action: { href: profileUrl, label: 'whichLink.startAgain' },
        second: {
          href: browseLink(page.app, { origin, page: profileUrl }),
          label: 'walletApp.otherBrowser.openIn',
          hint: 'walletApp.otherBrowser.signInAgain',
        },
        values: { wallet: page.app.name },
      }
    case 'open_elsewhere': {
      const { app, url } = page
      if (!app) {
        // No document of Apple names a link that opens Safari.
        const href = isAndroid ? intentLink(url, 'com.android.chrome') : undefined
        return {
          title: 'walletApp.openPageIn',
          text: 'walletApp.openPageInText',
          action: href === undefined ? undefined : { href, label: 'walletApp.openPageIn' },
          values: { browser: isAndroid ? 'Chrome' : 'Safari' },
          copy: url,
        }
      }
      const href = browseLink(app, { origin, page: url })
      return {
        title: 'wallet.openIn',
        text: 'walletApp.ownBrowserText',
        action: { href, label: 'wallet.openIn' },
        // The link has the nonce, and any app can claim a scheme. Elsewhere the second way is the link to copy.
        second: isAndroid ? { href: intentLink(href, app.androidPackage), label: 'walletApp.didNotOpen' } : undefined,
        values: { app: app.name, wallet: app.name },
        copy: url,
      }
    }
  }
}

function toneOf({ kind }: PlainPage): Tone | undefined {
  if (kind === 'busy') return 'wait'
  return kind in statuses ? 'ended' : undefined
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
  const { title, text, action, second, copy, values } = contentOf(page, isAndroid)
  const t = await requestTexts()
  const language = await requestLanguage()
  const forced = scheme === undefined ? '' : `:root:root { color-scheme: ${scheme} }`
  const brand = await requestBrand()
  const { name, links } = brand
  const code = page.kind === 'not_found' ? undefined : correlationId()
  const icon = iconUrl()
  const markup = renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {icon !== null && <link rel="icon" href={icon} />}
        <title>{`${t.plain(title, values)} · ${name}`}</title>
        {/* Wallet apps read the name of the site from this page. */}
        {page.kind === 'other_browser' && <meta property="og:title" content={name} />}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles + (skinTheme() ?? '') + forced }} />
      </head>
      <body>
        <SiteHeader name={name} logo={logo(scheme)} links={links.header} />
        <Card area="site" title={t(title, values)} lead={<Marks of={await requestMarks()} tone={toneOf(page)} />}>
          <p>{t(text, values)}</p>
          {action && (
            <a className={buttonClasses('primary')} href={action.href}>
              {t(action.label, values)}
            </a>
          )}
          {second && (
            <a className={buttonClasses('secondary')} href={second.href} aria-describedby={second.hint && 'hint'}>
              {t(second.label, values)}
            </a>
          )}
          {second?.hint && (
            <p id="hint" className="text-center text-sm text-muted">
              {t(second.hint, values)}
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
        <SiteFooter
          t={t}
          supportUrl={supportUrlWith(brand, code)}
          code={code}
          links={links.footer}
          language={language}
          languages={skin().languages}
          // The URL of this page may have a nonce.
          page={page.kind === 'not_found' ? '/' : '/connect/confirm'}
        />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status: statuses[page.kind] ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...(page.kind === 'busy' && { 'Retry-After': String(Math.ceil(page.waitMs / 1000)) }),
    },
  })
}
