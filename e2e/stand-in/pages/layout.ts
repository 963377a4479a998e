import { html, raw } from 'hono/html'
import type { AppContext } from '../http'

interface Page {
  title: string
  body: ReturnType<typeof html>
  /** Runs after the page is parsed. It is constant source code, never input. */
  script?: string
}

const style = 'body { max-width: 40rem; margin: 2rem auto; font: 1rem/1.5 sans-serif; overflow-wrap: anywhere }'

/** Makes a page of the service. */
export function page(c: AppContext, { title, body, script = '' }: Page): Response | Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${raw(`<style>${style}</style>`)}
        </head>
        <body>
          <main>${body}</main>
          ${raw(`<script>${script}</script>`)}
        </body>
      </html>`,
  )
}
