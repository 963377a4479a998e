import 'server-only'
import { config } from '@/lib/config'
import { directionOf } from '@/lib/messages/language'
import { requestBrand, requestLanguage, requestTexts } from '@/lib/skin/texts'
import { policyNonce } from '@/lib/request/security-headers'
import { iconUrl, logo, ownTheme } from '@/lib/skin'
import { defaultTheme } from '@/lib/skin/default-theme'
import type { Scheme } from '@/lib/skin/theme'

/*
 * What a connect link leads to where it cannot be held, and what is at an unknown address. A page of Next cannot
 * respond with a status like 400, and Next writes the request's URL into every page that it renders, while the query
 * may contain a nonce. So these are separate HTML documents without scripts, with the skin's styles in them.
 */

const style = `
  body { margin: 0; background: var(--skin-page); color: var(--skin-text); font: 1rem/1.5 var(--skin-font); }
  header { padding: 0.75rem 1rem; background: var(--skin-surface); border-bottom: 1px solid var(--skin-line); }
  header a { color: inherit; font-family: var(--skin-heading-font); font-weight: 600; text-decoration: none; }
  main { max-width: 28rem; box-sizing: border-box; margin: 0 auto; }
  section { padding: 1rem 1.25rem 1.5rem; background: var(--skin-surface); border-bottom: 1px solid var(--skin-line); }
  h1 { margin: 0; font-family: var(--skin-heading-font); font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.025em; }
  @media (width >= 40rem) {
    main { padding: 2rem 1rem; }
    section { padding: 2rem; border: 1px solid var(--skin-line); border-radius: var(--skin-radius); }
    h1 { font-size: 1.5rem; }
  }
  [dir='rtl'] h1 { letter-spacing: normal; }
  .action { display: block; padding: 0.625rem 1.25rem; border-radius: var(--skin-radius); text-align: center;
    background: var(--skin-accent); color: var(--skin-on-accent); font-weight: 600; text-decoration: none; }
  a:focus-visible { outline: 3px solid var(--skin-accent); outline-offset: 2px; }
`

/** The link is not what the service sends. Links that are held stay held. */
export async function incompleteLinkPage(requestHeaders: Headers, scheme?: Scheme): Promise<Response> {
  const t = await requestTexts()
  return plainPage(requestHeaders, {
    status: 400,
    scheme,
    title: t.plain('incompleteLink.title'),
    text: t.plain('incompleteLink.text'),
    action: { href: config().service.profileUrl, label: t.plain('incompleteLink.profileLink') },
  })
}

/** The link cannot be held now. The button requests the same URL again, which is not written into the page. */
export async function busyPage(requestHeaders: Headers, retryAfterSeconds: number, scheme?: Scheme): Promise<Response> {
  const t = await requestTexts()
  const response = await plainPage(requestHeaders, {
    status: 503,
    scheme,
    title: t.plain('busy.title'),
    text: t.plain('busy.text'),
    action: { href: '', label: t.plain('busy.retry') },
  })
  response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

/** There is nothing at this address. */
export async function notFoundPage(requestHeaders: Headers, scheme?: Scheme): Promise<Response> {
  const t = await requestTexts()
  return plainPage(requestHeaders, {
    status: 404,
    scheme,
    title: t.plain('notFound.title'),
    text: t.plain('notFound.text'),
    action: { href: '/', label: t.plain('notFound.homeLink') },
  })
}

interface PlainPage {
  status: number
  /** The one scheme that it is shown in, where the browser's own is not meant. */
  scheme: Scheme | undefined
  title: string
  text: string
  action: { href: string; label: string }
}

async function plainPage(
  requestHeaders: Headers,
  { status, scheme, title, text, action }: PlainPage,
): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const language = await requestLanguage()
  const forced = scheme === undefined ? '' : `:root:root { color-scheme: ${scheme} }`
  const { name } = await requestBrand()
  const [logoUrl, icon, theme] = [logo(scheme)?.url, iconUrl(), ownTheme() ?? '']
  const markup = renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {icon !== null && <link rel="icon" href={icon} />}
        <title>{`${title} · ${name}`}</title>
        <style
          nonce={policyNonce(requestHeaders)}
          dangerouslySetInnerHTML={{ __html: defaultTheme + style + theme + forced }}
        />
      </head>
      <body>
        <header>
          <a href={config().app.origin}>
            {/* eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing */}
            {logoUrl === undefined ? <bdi>{name}</bdi> : <img src={logoUrl} alt={name} height={24} />}
          </a>
        </header>
        <main>
          <section>
            <h1>{title}</h1>
            <p>{text}</p>
            <a className="action" href={action.href}>
              {action.label}
            </a>
          </section>
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
