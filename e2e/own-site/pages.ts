import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** Makes the site's sign-in page. Its form posts to the page's own URL, so that the query keeps the nonce. */
export const signInPage = (problem?: string): Markup =>
  page(
    'Sign in',
    html`${problem ? html`<p role="alert">${problem}</p>` : ''}
      <form method="post">
        <p>
          <label>Name <input name="name" autocomplete="username" /></label>
        </p>
        <p>
          <label>Password <input name="password" type="password" autocomplete="current-password" /></label>
        </p>
        <button>Sign in</button>
      </form>`,
  )

export const accountPage = (name: string): Markup =>
  page('Your account', html`<p>Signed in as ${name}. <a href="/sign-out">Sign out</a></p>`)

export const signedOutPage = (): Markup =>
  page('Signed out', html`<p>You are signed out of the example site. <a href="/">Sign in</a></p>`)

export const noNoncePage = (): Markup =>
  page('Nothing to do here', html`<p>Please start at the page where you connect your wallet.</p>`)

/** Makes a plain page without scripts. A test uses it like a person. */
function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <title>${title} – Example site</title>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`
}
