import { createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Claims, IdentityProvider } from './start'

/** What a provider tells about the person who signs in. */
export interface ProviderAnswers {
  idToken: string
  userinfo: Claims
}

/** What an answer is made with: the honest claims, and what else is needed to make another token. */
export interface TokenParts {
  claims: Claims
  clientSecret: string
  /** Signs as the provider does. */
  signed: (claims: object) => string
  /** Signs with a key of the same id that is not in the provider's key set. */
  forged: (claims: object) => string
}

export interface ScriptedProvider extends IdentityProvider {
  /** Who signs in next, without being asked. */
  sub: string
  /** Changes what the provider tells next; by default it is honest. */
  lie: (parts: TokenParts) => Partial<ProviderAnswers>
  /** How often each of its addresses was asked, by path. */
  readonly asked: Map<string, number>
}

const keyId = 'the-key'

/**
 * Starts an OpenID provider on loopback that signs everybody in at once, counts what it is asked, and lies where a test
 * wants it to. It checks nothing: `startIdentityProvider` does.
 */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const clientId = 'subnet-connect'
  const clientSecret = randomBytes(24).toString('hex')
  const [{ privateKey, publicKey }, { privateKey: otherKey }] = [newKeys(), newKeys()]
  const nonces = new Map<string, string>()

  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://localhost:${address.port}`

  const provider: ScriptedProvider = {
    issuer,
    clientId,
    clientSecret,
    sub: 'user-1',
    lie: () => ({}),
    asked: new Map(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const answersFor = (nonce: string | undefined): ProviderAnswers => {
    const now = Math.floor(Date.now() / 1000)
    const { sub } = provider
    const claims = { iss: issuer, sub, aud: clientId, iat: now, exp: now + 60, nonce, name: 'Ada' }
    const signed = (of: object) => rsaToken(of, privateKey)
    const forged = (of: object) => rsaToken(of, otherKey)
    const lies = provider.lie({ claims, clientSecret, signed, forged })
    return { idToken: signed(claims), userinfo: { sub, name: 'Ada' }, ...lies }
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    provider.asked.set(pathname, (provider.asked.get(pathname) ?? 0) + 1)
    const json = (body: object) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

    if (pathname === '/.well-known/openid-configuration') {
      const at = (path: string) => issuer + path
      const endpoints = { authorization_endpoint: at('/authorize'), token_endpoint: at('/token') }
      json({ issuer, ...endpoints, jwks_uri: at('/keys'), userinfo_endpoint: at('/userinfo') })
    } else if (pathname === '/authorize') {
      const code = randomBytes(16).toString('hex')
      nonces.set(code, searchParams.get('nonce') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state') ?? '' }))
      response.writeHead(302, { Location: back.href }).end()
    } else if (pathname === '/keys') {
      json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] })
    } else if (pathname === '/userinfo') {
      json(answersFor(undefined).userinfo)
    } else {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        const code = new URLSearchParams(body).get('code') ?? ''
        json({ access_token: 'an-access-token', token_type: 'Bearer', id_token: answersFor(nonces.get(code)).idToken })
      })
    }
  })
  return provider
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const rsaToken = (claims: object, key: KeyObject) =>
  tokenOf({ alg: 'RS256', kid: keyId }, claims, (input) => sign('sha256', Buffer.from(input), key))

/** A token that nothing signs. */
export const unsignedToken = (claims: object) => tokenOf({ alg: 'none' }, claims, () => Buffer.alloc(0))

/** A token that is signed with a secret that both sides know. */
export const secretToken = (claims: object, secret: string) =>
  tokenOf({ alg: 'HS256', kid: keyId }, claims, (input) => createHmac('sha256', secret).update(input).digest())

function tokenOf(header: object, claims: object, signatureOf: (input: string) => Buffer): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${signatureOf(input).toString('base64url')}`
}
