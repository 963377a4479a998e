import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { html, raw } from 'hono/html'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import { dateTime } from './clock'
import { accountOf } from './connect'
import { parseJson, readText, type App, type AppContext } from './http'
import type { OnStep } from './settings'
import type { StandInState } from './state'

/**
 * Adds the pages of the service: the profile with the Connect button, and the page at `return_url`. Also adds the
 * operator's own system, so that the demo needs no third program.
 */
export function mountPages(app: App, state: StandInState, onStep: OnStep): void {
  const { operatorName, connectLabel } = state.registration
  app.get('/', (c) => c.redirect('/profile', 303))
  app.get('/profile', (c) => {
    const { id, name } = accountOf(c.req.query('account'))
    const connection = state.connections.of(id)
    const proof = connection?.proven ? 'proven by its signature' : 'not proven'
    const body = html` <h1>${name}'s profile</h1>
      <h2 id="subnet">${operatorName}</h2>
      <form method="post" action="/profile/connect">
        <input type="hidden" name="account" value="${id}" />
        <button aria-describedby="subnet">${connectLabel}</button>
      </form>
      ${
        connection
          ? html`<p>Wallet connected, ${proof}: <code>${connection.address}</code></p>`
          : html`<p>No wallet connected yet.</p>`
      }`
    return page(c, `${name}'s profile`, body)
  })
  app.post('/profile/connect', async (c) => {
    const form = new URLSearchParams((await readText(c.env.incoming)) ?? '')
    const account = accountOf(form.get('account'))
    onStep(`${account.name} pressed Connect`)
    return c.redirect(state.connectLink(state.requests.press(account)), 303)
  })

  app.get('/connect/callback', (c) => {
    onStep('callback page loaded')
    return page(c, 'Connecting', callbackBody, callbackScript)
  })
  app.post('/connect/callback', async (c) => {
    const { request_id: requestId, ac } = spendBody.parse(parseJson(await readText(c.env.incoming)))
    const outcome = spendCode(state, requestId, ac)
    const { status, text } = answers[outcome]
    onStep(`code spent: ${outcome === 'connected' ? 'Connected' : `refused: ${text}`}`)
    return c.json(status === 200 ? { text } : { error: text }, status)
  })
  // A page at every path, for redirects that a test compares byte by byte.
  app.all('/landing/*', (c) => page(c, 'Landed', html`<h1>Landed</h1>`))

  app.post('/webhooks', async (c) => {
    const { webhookStatus } = state.settings
    const body = (await readText(c.env.incoming)) ?? ''
    if (webhookStatus === 0) {
      await once(c.env.outgoing, 'close')
      return RESPONSE_ALREADY_SENT
    }
    if (webhookStatus !== null) return c.body(null, webhookStatus)
    try {
      new Webhook(state.webhookSecret).verify(body, c.req.header())
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return c.json({ error: 'The signature is wrong.' }, 401)
    }
    const id = c.req.header('webhook-id') ?? ''
    const known = state.webhooks.find((message) => message.id === id)
    if (known) known.times += 1
    else state.webhooks.push({ id, at: dateTime(state.clock.now()), body, times: 1 })
    if (state.webhooks.length > keptWebhooks) state.webhooks.shift()
    onStep(`the operator's own system was told, signature verified: ${/"type":"([\w.]+)"/.exec(body)?.[1]}`)
    return c.body(null, 204)
  })
}

const keptWebhooks = 200

const style = 'body { max-width: 40rem; margin: 2rem auto; font: 1rem/1.5 sans-serif; overflow-wrap: anywhere }'

/** @param script - runs after the page is parsed. It is constant source code, never input. */
function page(c: AppContext, title: string, body: ReturnType<typeof html>, script = ''): Response | Promise<Response> {
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

const spendBody = z.object({ request_id: z.string(), ac: z.string().nullable() })

const answers = {
  connected: { status: 200, text: 'Your wallet is now connected to the subnet.' },
  'code-unknown': { status: 404, text: 'This link is not one that the service gave out.' },
  'code-used': { status: 409, text: 'This link has been used already.' },
  'code-expired': { status: 410, text: 'This link has expired.' },
  'wallet-taken': {
    status: 409,
    text: 'Another account has connected this wallet. Sign with the wallet to prove that it is yours.',
  },
} as const

/**
 * Spends an authorization code and completes the connection. A refused wallet also uses up the code, so the user must
 * press Connect again.
 */
function spendCode(
  { requests, connections }: StandInState,
  requestId: string,
  code: string | null,
): keyof typeof answers {
  const request = requests.find(requestId)
  const confirmation = request?.confirmation
  if (!request || !confirmation || confirmation.code !== code) return 'code-unknown'
  if (confirmation.codeSpent) return 'code-used'
  if (!requests.hasLiveCode(confirmation)) return 'code-expired'

  confirmation.codeSpent = true
  const { address, proven, subnetUserId } = confirmation
  const account = request.account.id
  return connections.connect({ account, address, proven, subnetUserId }) ? 'connected' : 'wallet-taken'
}

const callbackBody = html` <h1>Connecting…</h1>
  <p role="status"></p>
  <p><a href="/profile">Back to your profile</a></p>`

// Servers do not get the fragment, so the page posts the code. A visit that changes only the fragment does not load the
// page, so the page listens for it. It first removes the code from the address bar.
const callbackScript = `
async function spend() {
  const ac = new URLSearchParams(location.hash.slice(1)).get('ac');
  history.replaceState(null, '', location.pathname + location.search);
  const request_id = new URLSearchParams(location.search).get('request_id');
  const response = await fetch('/connect/callback', { method: 'POST', body: JSON.stringify({ request_id, ac }) });
  const { text, error } = await response.json();
  document.title = document.querySelector('h1').textContent = response.ok ? 'Connected' : 'Not connected';
  document.querySelector('[role=status]').textContent = text ?? error + ' Press Connect again on your profile page.';
}
addEventListener('hashchange', () => { if (location.hash) spend(); });
spend();
`
