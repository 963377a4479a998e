import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startIdentityProvider } from '../../e2e/idp/start'
import { judgeSecret } from './provider'

const ownAddress = new URL('https://connect.example')
const redirectUris = [`${ownAddress.origin}/api/auth/callback/oidc`]

describe('the client secret at a real provider', () => {
  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'holds if it is right and is wrong if it is not, with %s',
    async (clientAuthentication) => {
      // Characters that Basic encodes (RFC 6749, section 2.3.1).
      const clientSecret = 'a secret: +/%'
      const provider = await startIdentityProvider({ redirectUris, accounts: {}, clientAuthentication, clientSecret })
      const right = await judgeSecret(provider, ownAddress)
      const wrong = await judgeSecret({ ...provider, clientSecret: 'another' }, ownAddress)
      await provider.close()
      expect([right.state, wrong.state]).toEqual(['holds', 'wrong'])
      expect(wrong.what).toBe('The provider refuses the client (invalid_client).')
    },
  )
})

describe('the answer of a token endpoint', () => {
  let answer = { status: 400, body: '' }
  let issuer: string
  const server = createServer(({ url }, response) => {
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) => [
      name,
      `${issuer}/${name}`,
    ])
    if (url === '/token_endpoint') response.writeHead(answer.status).end(answer.body)
    else response.end(JSON.stringify({ issuer, ...Object.fromEntries(endpoints) }))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close().closeAllConnections())

  it.each([
    [400, '{"error":"invalid_grant"}', 'holds'],
    [401, '{"error":"invalid_client"}', 'wrong'],
    [401, '{"error":"unauthorized_client"}', 'wrong'],
    [400, '{"error":"invalid_request"}', 'unknown'],
    [401, '{"error":"access_denied"}', 'unknown'],
    [401, '{"error":{"code":1}}', 'unknown'],
    [200, '<p>Sign in</p>', 'unknown'],
    [502, '', 'unknown'],
  ])('%i %s: %s', async (status, body, state) => {
    answer = { status, body }
    expect(await judgeSecret({ issuer, clientId: 'a', clientSecret: 'b' }, ownAddress)).toMatchObject({ state })
  })
})
