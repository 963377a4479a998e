import { networkInterfaces } from 'node:os'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'

/*
 * The demo login accepts every name without a password. NEXTAUTH_URL on loopback does not exclude other machines,
 * because a server may listen on all IP addresses of its machine.
 */

const addresses = Object.values(networkInterfaces())
  .flat()
  .flatMap((address) => (address && address.family === 'IPv4' && !address.internal ? [address.address] : []))

/** Returns a visitor that reaches the app by an IP address of this machine. */
const visitorAt = ({ origin }: App, address: string) => new Visitor(origin, () => origin.replace('localhost', address))

test('the app serves the demo login only on loopback when the server listens on every IP address', async ({
  standIn,
}) => {
  const port = await getPort()
  const app = await startApp({ port, variables: { ...appVariables({ standIn, port }), HOSTNAME: '0.0.0.0' } })
  for (const address of ['127.0.0.1', 'localhost', '127.0.0.2']) {
    expect((await visitorAt(app, address).send('/signin')).status).toBe(200)
  }
  expect(addresses).not.toEqual([])
  for (const address of addresses) {
    for (const path of ['/signin', '/api/auth/csrf', '/favicon.ico']) {
      const { status, body } = await visitorAt(app, address).send(path)
      expect(status).toBe(403)
      expect(body).toContain('DEMO_LOGIN')
    }
  }
  await app.close()
})

test('the app answers on every IP address when users sign in at a provider', async ({ standIn }) => {
  const port = await getPort()
  const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'client', OIDC_CLIENT_SECRET: 'secret' }
  const variables = { ...appVariables({ standIn, port }), ...provider, DEMO_LOGIN: '', HOSTNAME: '0.0.0.0' }
  const app = await startApp({ port, variables })
  for (const address of ['127.0.0.1', ...addresses]) {
    expect((await visitorAt(app, address).send('/signin')).status).toBe(200)
  }
  await app.close()
})
