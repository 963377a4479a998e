import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '@/lib/brand'
import { config } from '@/lib/config'
import { connectMessages } from '@/lib/messages/connect'

/*
 * The answer to a connect link that is no link. A route handler cannot render a page of the app, and a
 * page could not answer with status 400; besides, Next writes the address with its query into every
 * page, and the query may hold a nonce. So this is a document of its own, without scripts, with the
 * skin's tokens written into it.
 */

const style = `
  body { margin: 0; background: var(--skin-page); color: var(--skin-text); font: 1rem/1.5 var(--skin-font); }
  header { padding: 0.75rem 1rem; background: var(--skin-surface); border-bottom: 1px solid var(--skin-line); }
  header a { color: inherit; font-weight: 600; text-decoration: none; }
  main { max-width: 32rem; box-sizing: border-box; margin: 0 auto; padding: 2rem 1rem; }
  section { padding: 1.25rem; background: var(--skin-surface); border: 1px solid var(--skin-line);
    border-radius: var(--skin-radius); }
  h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; }
  .action { display: block; padding: 0.625rem 1.25rem; border-radius: var(--skin-radius); text-align: center;
    background: var(--skin-accent); color: var(--skin-on-accent); font-weight: 600; text-decoration: none; }
  a:focus-visible { outline: 3px solid var(--skin-accent); outline-offset: 2px; }
`

/** Status 400, saying what to do. An existing hold stays as it was. */
export async function incompleteLinkPage(requestHeaders: Headers): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const tokens = await readFile(join(process.cwd(), 'app', 'theme.css'), 'utf8')
  const { title, text, profileLink } = connectMessages.incompleteLink
  const markup = renderToStaticMarkup(
    <html lang={brand.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="/icon.svg" />
        <title>{`${title} · ${brand.name}`}</title>
        <style nonce={nonceOf(requestHeaders)} dangerouslySetInnerHTML={{ __html: tokens + style }} />
      </head>
      <body>
        <header>
          <a href={config().app.origin}>{brand.name}</a>
        </header>
        <main>
          <section>
            <h1>{title}</h1>
            <p>{text}</p>
            <a className="action" href={config().service.profileUrl}>
              {profileLink}
            </a>
          </section>
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status: 400,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** The nonce that `proxy.ts` made for this answer; Next reads it from the same place. */
function nonceOf(requestHeaders: Headers): string | undefined {
  return /'nonce-([^']+)'/.exec(requestHeaders.get('content-security-policy') ?? '')?.[1]
}
