import { html, raw } from 'hono/html'
import type { AppContext } from '../http'
import { secret } from '../ids'

type Markup = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark; --ink: #1c1b2e; --quiet: #5b5a70; --page: #f5f4fb; --card: #fff;
  --line: #dcdae8; --accent: #4b3fd1; --on-accent: #fff; --good: #10693d; --bad: #a51d2d; }
@media (prefers-color-scheme: dark) { :root { --ink: #efeef8; --quiet: #b3b1c7; --page: #14131f;
  --card: #1f1d2e; --line: #3a3850; --accent: #a79fff; --on-accent: #14131f; --good: #6fdba4;
  --bad: #ff9aa5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.125rem; margin: 0; }
p { margin: .25rem 0 1rem; }
a { color: var(--accent); }
.quiet { color: var(--quiet); }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1.25rem; margin: 1rem 0; list-style: none; }
.row { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center;
  justify-content: space-between; }
.row p { margin: 0; }
.row + p { margin: 1rem 0 0; }
ul { padding: 0; margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1rem; list-style: none; }
nav [aria-current] { font-weight: 700; color: inherit; text-decoration: none; }
dt { color: var(--quiet); }
dd { margin: 0 0 .75rem; }
code { font: .875rem/1.4 ui-monospace, monospace; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.5rem; border: 0;
  border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
h1:focus { outline: none; }
`

interface Page {
  title: string
  body: Markup
  /** Runs after the page is parsed. It is constant source code, never input. */
  script?: string
}

/** Makes a page of the service. It is self-contained, and its policy enforces this. */
export function page(c: AppContext, { title, body, script }: Page): Response | Promise<Response> {
  const nonce = secret(16)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'strict-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // 'self' is not enough, because browsers also apply it to the redirect after the form.
      "form-action 'self' http: https:",
    ].join('; '),
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
            ${raw(style)}
          </style>
        </head>
        <body>
          <main>${body}</main>
          ${
            script
              ? html`<script nonce="${nonce}">
                  ${raw(script)}
                </script>`
              : ''
          }
        </body>
      </html>`,
  )
}
