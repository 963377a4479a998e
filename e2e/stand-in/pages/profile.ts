import { html } from 'hono/html'
import { accounts, findAccount } from '../connect/connections'
import type { Connection } from '../connect/connections'
import { readText, type App } from '../http'
import type { OnStep } from '../settings'
import type { StandInState } from '../state'
import { page } from './layout'

/** Adds the user's profile at the service, with the Connect button and the connected wallet. */
export function mountProfile(app: App, state: StandInState, onStep: OnStep): void {
  const { operatorName, connectLabel } = state.registration
  app.get('/profile', (c) => {
    const { id, name } = findAccount(c.req.query('account')) ?? accounts[0]
    const body = html` <h1>${name}'s profile</h1>
      <h2 id="subnet">${operatorName}</h2>
      <form method="post" action="/profile/connect">
        <input type="hidden" name="account" value="${id}" />
        <button aria-describedby="subnet">${connectLabel}</button>
      </form>
      ${connectionState(state.connections.of(id))}`
    return page(c, { title: `${name}'s profile`, body })
  })
  app.post('/profile/connect', async (c) => {
    const form = new URLSearchParams((await readText(c.env.incoming)) ?? '')
    const account = findAccount(form.get('account') ?? undefined) ?? accounts[0]
    onStep(`${account.name} pressed Connect`)
    return c.redirect(state.connectLink(state.requests.press(account)), 303)
  })
}

function connectionState(connection: Connection | undefined) {
  if (!connection) return html`<p>No wallet connected yet.</p>`
  const proof = connection.proven ? 'proven by its signature' : 'not proven'
  return html`<p>Wallet connected, ${proof}: <code>${connection.address}</code></p>`
}
