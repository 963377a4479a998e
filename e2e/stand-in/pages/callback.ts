import { html } from 'hono/html'
import { z } from 'zod'
import { parseJson, readText, type App } from '../http'
import type { OnStep } from '../settings'
import type { StandInState } from '../state'
import { page } from './layout'

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
 * Adds the page at `return_url`. Servers do not get the fragment, so the page reads the code from it and posts it. The
 * connection is complete when the service has accepted the code.
 */
export function mountCallback(app: App, state: StandInState, onStep: OnStep): void {
  app.get('/connect/callback', (c) => {
    onStep('callback page loaded')
    return page(c, { title: 'Connecting', body, script })
  })
  app.post('/connect/callback', async (c) => {
    const { request_id: requestId, ac } = spendBody.parse(parseJson(await readText(c.env.incoming)))
    const outcome = spendCode(state, requestId, ac)
    const { status, text } = answers[outcome]
    onStep(`code spent: ${outcome === 'connected' ? 'Connected' : `refused: ${text}`}`)
    return c.json(status === 200 ? { text } : { error: text }, status)
  })
}

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

const body = html` <h1>Connecting…</h1>
  <p role="status"></p>
  <p><a href="/profile">Back to your profile</a></p>`

// A visit that changes only the fragment does not load the page, so the page listens for it. It first removes the code
// from the address bar.
const script = `
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
