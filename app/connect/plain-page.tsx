import 'server-only'
import { SiteFooter } from '@/components/site/footer'
import { SiteHeader } from '@/components/site/header'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { browseLink, intentLink } from '@/lib/connect/wallet-links'
import type { TextKey } from '@/lib/messages/keys'
import { directionOf } from '@/lib/messages/language'
import { correlationId } from '@/lib/request/context'
import { requestBrand, requestLanguage, requestTexts } from '@/lib/skin/texts'
import { policyNonce } from '@/lib/request/security-headers'
import { supportUrlWith } from '@/lib/skin/brand'
import { defaultStyles, iconUrl, logo, skinTheme, skin } from '@/lib/skin'
import type { TextValues } from '@/lib/messages/texts'
import type { Scheme } from '@/lib/skin/theme'
import type { WalletApp } from '@/lib/wallets/apps'
import { phoneBrowserOf } from '@/lib/wallets/browsers'

/*
 * The pages for problems with an arrival or a wallet app's answer, for a link that another app opens, and for an
 * unknown URL. A Next page cannot respond with a status like 400. Next also writes the request's URL into every page,
 * and the query may contain a nonce. Therefore these pages are separate HTML documents without Next's scripts, and they
 * contain the skin's styles.
 */

const style = `
  body { margin: 0; background: var(--skin-page); color: var(--skin-text); font: 1rem/1.5 var(--skin-font); }
  header { background: var(--skin-surface); border-bottom: 1px solid var(--skin-line); }
  header > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
    gap: 0.25rem 1.5rem; padding: 0.75rem 1rem; }
  header > div > a { color: inherit; font-family: var(--skin-heading-font); font-weight: 600;
    letter-spacing: -0.025em; text-decoration: none; overflow-wrap: anywhere; }
  .text-sm { font-size: 0.875rem; }
  .logo { display: block; height: var(--skin-logo-height); max-width: 100%; }
  main { max-width: 28rem; box-sizing: border-box; margin: 0 auto; }
  [data-part='card'] { padding: 1rem 1.25rem 1.5rem; background: var(--skin-surface); border-bottom: 1px solid var(--skin-line); }
  h1 { margin: 0; font-family: var(--skin-heading-font); font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.025em; }
  [dir='rtl'] :is(h1, header a) { letter-spacing: normal; }
  .button { display: block; padding: calc(0.625rem - 1px) 1.25rem; border: 1px solid transparent; border-radius: var(--skin-radius); text-align: center;
    background: var(--skin-accent); color: var(--skin-on-accent); font-weight: 600; text-decoration: none; }
  .button-secondary { margin-top: 0.75rem; background: none; border-color: var(--skin-control-line); color: var(--skin-text); }
  label { display: block; margin: 1.5rem 0 0.25rem; font-size: 0.875rem; }
  input { width: 100%; box-sizing: border-box; padding: 0.625rem 0.75rem; border: 1px solid var(--skin-control-line);
    border-radius: var(--skin-radius); background: var(--skin-surface); color: var(--skin-text); font: 1rem monospace; }
  button { width: 100%; font: inherit; font-weight: 600; cursor: pointer; }
  [hidden] { display: none; }
  .hint { margin: 0.5rem 0 0; font-size: 0.875rem; text-align: center; color: var(--skin-muted); }
  footer { max-width: 28rem; box-sizing: border-box; margin: 0 auto; padding: 1rem 1.25rem; font-size: 0.875rem; }
  summary { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 1.5rem; cursor: pointer;
    color: var(--skin-muted); }
  .icon { width: 1rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .text-muted { color: var(--skin-muted); }
  .links { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
  .links a { display: inline-flex; align-items: center; min-height: 2.25rem; color: var(--skin-muted); text-decoration: none; }
  .links a:hover { text-decoration: underline; }
  .links [aria-current] { color: var(--skin-text); font-weight: 600; }
  :focus-visible { outline: 3px solid var(--skin-accent); outline-offset: 2px; }
  @media (width >= 40rem) {
    header > div { padding-inline: 1.5rem; }
    main { padding: 2rem 1rem; }
    [data-part='card'] { padding: 2rem; border: 1px solid var(--skin-line); border-radius: var(--skin-radius); }
    h1 { font-size: 1.5rem; }
  }
`

/** Copies the link. The browsers in apps may have no clipboard, so the script also uses the older command. */
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

/** Returns the page for an incomplete or invalid connect link. The browser keeps its other links. */
export async function incompleteLinkPage(requestHeaders: Headers, scheme?: Scheme): Promise<Response> {
  return plainPage(requestHeaders, {
    status: 400,
    scheme,
    title: 'incompleteLink.title',
    text: 'incompleteLink.text',
    action: { href: config().service.profileUrl, label: 'incompleteLink.profileLink' },
  })
}

/** Returns the page for too many arrivals. Its button requests the same URL again, without writing it into the page. */
export async function busyPage(requestHeaders: Headers, retryAfterSeconds: number, scheme?: Scheme): Promise<Response> {
  const response = await plainPage(requestHeaders, {
    status: 429,
    scheme,
    title: 'busy.title',
    text: 'busy.text',
    action: { href: '', label: 'busy.retry' },
  })
  response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

/**
 * Returns the page for a browser that a wallet app opened and that does not hold the link. Apps open the phone's
 * default browser, but the user may have started in another browser. Only that other browser has the nonce, so this
 * page can only offer a new link.
 */
export async function otherBrowserPage(requestHeaders: Headers, app: WalletApp, scheme?: Scheme): Promise<Response> {
  const { profileUrl } = config().service
  return plainPage(requestHeaders, {
    status: 200,
    scheme,
    title: 'walletApp.otherBrowser.title',
    text: 'walletApp.otherBrowser.text',
    action: { href: profileUrl, label: 'whichLink.startAgain' },
    second: {
      href: browseLink(app, { origin: config().app.origin, page: profileUrl }),
      label: 'walletApp.otherBrowser.openIn',
      hint: 'walletApp.otherBrowser.signInAgain',
    },
    values: { wallet: app.name },
    isForApps: true,
  })
}

/**
 * Returns the page from which the user opens a connect link in another app.
 *
 * @param options.app - the wallet whose own browser opens the link; undefined for Chrome or Safari.
 * @param options.url - the connect link. As secret as its nonce.
 */
export async function openElsewherePage(
  requestHeaders: Headers,
  { app, url }: { app: WalletApp | undefined; url: string },
  scheme?: Scheme,
): Promise<Response> {
  const { origin } = config().app
  const onAndroid = phoneBrowserOf(requestHeaders.get('user-agent'))?.system === 'Android'
  const common = { status: 200, scheme, copy: url }
  if (!app) {
    return plainPage(requestHeaders, {
      ...common,
      title: 'walletApp.openPageIn',
      text: 'walletApp.openPageInText',
      // No document of Apple names a link that opens Safari.
      action: onAndroid ? { href: intentLink(url, 'com.android.chrome'), label: 'walletApp.openPageIn' } : undefined,
      values: { browser: onAndroid ? 'Chrome' : 'Safari' },
    })
  }
  const link = browseLink(app, { origin, page: url })
  return plainPage(requestHeaders, {
    ...common,
    title: 'wallet.openIn',
    text: 'walletApp.ownBrowserText',
    action: { href: link, label: 'wallet.openIn' },
    // The link has the nonce, and any app can claim a scheme. Elsewhere the second way is the link to copy.
    second: onAndroid ? { href: intentLink(link, app.androidPackage), label: 'walletApp.didNotOpen' } : undefined,
    values: { app: app.name, wallet: app.name },
  })
}

/** Returns the page for an unknown URL. */
export function notFoundPage(requestHeaders: Headers, scheme?: Scheme): Promise<Response> {
  return plainPage(requestHeaders, {
    status: 404,
    scheme,
    title: 'notFound.title',
    text: 'notFound.text',
    action: { href: '/', label: 'notFound.homeLink' },
  })
}

interface PlainPage {
  status: number
  /** The color scheme to show, instead of the browser's preference. */
  scheme: Scheme | undefined
  title: TextKey
  text: TextKey
  action: { href: string; label: TextKey } | undefined
  /** A second button. */
  second?: { href: string; label: TextKey; hint?: TextKey } | undefined
  /** A connect link to copy. */
  copy?: string
  /** Values for the placeholders of the texts. */
  values?: TextValues
  /** Whether wallet apps read the name of the site from this page (`og:title`). */
  isForApps?: boolean
}

async function plainPage(
  requestHeaders: Headers,
  { status, scheme, title, text, action, second, copy, values, isForApps }: PlainPage,
): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const t = await requestTexts()
  const language = await requestLanguage()
  const forced = scheme === undefined ? '' : `:root:root { color-scheme: ${scheme} }`
  const brand = await requestBrand()
  const { name, links } = brand
  const code = status === 404 ? undefined : correlationId()
  const [icon, theme] = [iconUrl(), skinTheme() ?? '']
  const markup = renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {icon !== null && <link rel="icon" href={icon} />}
        <title>{`${t.plain(title, values)} · ${name}`}</title>
        {isForApps && <meta property="og:title" content={name} />}
        <style
          nonce={policyNonce(requestHeaders)}
          dangerouslySetInnerHTML={{ __html: defaultStyles() + style + theme + forced }}
        />
      </head>
      <body>
        <SiteHeader name={name} logo={logo(scheme)} links={links.header} />
        <Card area="site" title={t(title, values)}>
          <p>{t(text, values)}</p>
          {action && (
            <a className={buttonClasses('primary')} href={action.href}>
              {t(action.label, values)}
            </a>
          )}
          {second && (
            <>
              <a className={buttonClasses('secondary')} href={second.href} aria-describedby={second.hint && 'hint'}>
                {t(second.label, values)}
              </a>
              {second.hint && (
                <p id="hint" className="hint">
                  {t(second.hint, values)}
                </p>
              )}
            </>
          )}
          {copy !== undefined && (
            <>
              <label htmlFor="link">{t('walletApp.yourLink')}</label>
              <input id="link" dir="ltr" readOnly value={copy} autoComplete="off" />
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
              <p role="status" className="hint" />
              <script nonce={policyNonce(requestHeaders)} dangerouslySetInnerHTML={{ __html: copyScript }} />
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
        />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
