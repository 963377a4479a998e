import { html } from 'hono/html'
import { accounts, findAccount, type Account } from '../connect/accounts'
import type { Connection } from '../connect/connections'
import { readText, route, type App, type AppContext } from '../http'
import type { OnStep } from '../settings'
import type { StandInState } from '../state'
import { page } from './layout'

/** Adds the user's profile at the service, with the Connect button and the connected wallet. */
export function mountProfile(app: App, state: StandInState, onStep: OnStep): void {
  route(app, '/profile', {
    GET: (c) => showProfile(c, state, findAccount(c.req.query('account')) ?? accounts[0]),
  })
  route(app, '/profile/connect', {
    POST: async (c) => {
      const form = new URLSearchParams((await readText(c.env.incoming)) ?? '')
      const account = findAccount(form.get('account') ?? undefined)
      if (!account) return c.json({ error: 'account: is not one of the accounts' }, 400)
      onStep(`${account.name} pressed Connect`)
      return c.redirect(state.connectLink(state.requests.press(account)), 303)
    },
  })
}

function showProfile(c: AppContext, state: StandInState, account: Account) {
  const { operatorName, connectLabel, subnetId } = state.registration
  return page(c, {
    title: `${account.name}'s profile`,
    body: html` <h1>${account.name}'s profile</h1>
      <p class="quiet">This is a stand-in of the service. It has no login: choose who you are.</p>
      <nav aria-label="Account">
        <ul>
          ${accounts.map(
            ({ id, name }) =>
              html`<li>
                <a href="/profile?account=${id}" ${id === account.id ? html` aria-current="page"` : ''}>${name}</a>
              </li>`,
          )}
        </ul>
      </nav>
      <section aria-labelledby="subnet" class="card">
        <div class="row">
          <div>
            <h2 id="subnet">${operatorName}</h2>
            <p class="quiet">Subnet <code>${subnetId}</code></p>
          </div>
          <form method="post" action="/profile/connect">
            <input type="hidden" name="account" value="${account.id}" />
            <button aria-describedby="subnet">${connectLabel}</button>
          </form>
        </div>
        ${connectionState(state.connections.of(account.id))}
      </section>`,
  })
}

function connectionState(connection: Connection | undefined) {
  if (!connection) return html`<p data-testid="connection">No wallet connected yet.</p>`
  const proof = connection.proven ? 'proven by its signature' : 'not proven'
  return html`<p data-testid="connection">
    <span class="good">Wallet connected</span>, ${proof}.<br /><code data-testid="wallet">${connection.address}</code>
  </p>`
}
