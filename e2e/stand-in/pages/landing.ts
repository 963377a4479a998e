import { html } from 'hono/html'
import type { App } from '../http'
import { page } from './layout'

/**
 * Adds pages that show the received request and the browser's address bar, at every URL under `/landing/`. With them,
 * a test can compare a redirect byte by byte.
 */
export function mountLanding(app: App): void {
  app.all('/landing/*', (c) => {
    const { headers, url } = c.env.incoming
    return page(c, {
      title: 'Landed',
      body: html` <h1>Landed</h1>
        <dl class="card">
          <dt>Request URL</dt>
          <dd><code data-testid="request-url">http://${headers.host}${url}</code></dd>
          <dt>location.href</dt>
          <dd><code data-testid="href"></code></dd>
          <dt>location.hash</dt>
          <dd><code data-testid="hash"></code></dd>
        </dl>`,
      script: `
function show() {
  document.querySelector('[data-testid=href]').textContent = location.href;
  document.querySelector('[data-testid=hash]').textContent = location.hash;
}
addEventListener('hashchange', show);
show();
`,
    })
  })
}
