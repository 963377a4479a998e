import { html, raw } from 'hono/html'
import type { AppContext } from '../http'
import { secret } from '../ids'

interface Page {
  title: string
  body: ReturnType<typeof html>
  /** Runs after the page is parsed. It is constant source code, never input. */
  script?: string
}

/** Makes a page of the service. It is self-contained, and its policy enforces this. */
export function page(c: AppContext, { title, body, script = '' }: Page): Response | Promise<Response> {
  const nonce = secret(16)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'strict-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header(
    'Content-Security-Policy',
    // For forms, 'self' is not enough, because browsers also apply it to the redirect after the form.
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' http: https:`,
  )
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <style nonce="${nonce}">
            :root {
              color-scheme: light dark;
            }
            body {
              max-width: 40rem;
              margin: 2rem auto;
              padding: 0 1rem;
              font:
                1rem/1.5 system-ui,
                sans-serif;
              overflow-wrap: anywhere;
            }
            button {
              font: inherit;
              min-height: 2.75rem;
            }
          </style>
        </head>
        <body>
          <main>${body}</main>
          <script nonce="${nonce}">
            ${raw(script)}
          </script>
        </body>
      </html>`,
  )
}
