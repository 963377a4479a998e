import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../harness/listen'
import type { Claims, IdentityProvider } from './start'
import { defaultKeyId, keyPair, publicJwk, signedToken, type SigningAlgorithm } from './tokens'

export interface ProviderAnswers {
  idToken: string
  userinfo: Claims
}

export interface TokenParts {
  claims: Claims
  clientSecret: string
  /** Signs with the provider's key. */
  signed: (claims: object) => Promise<string>
  /** Signs with a key that has the same id and is not in the provider's key set. */
  forged: (claims: object) => Promise<string>
}

type ClaimsByScope = Record<string, Record<string, unknown>>

export interface Habits {
  /** The path of the issuer. @default '' */
  issuerPath?: string
  /** Added or changed fields of discovery. undefined removes a field, and `{issuer}` means the issuer. */
  discovery?: Record<string, unknown>
  /** @default a random one */
  clientSecret?: string
  /** The only method by which the client may send its secret. @default both */
  clientAuth?: 'basic' | 'post'
  /** The algorithm of ID tokens. @default 'RS256' */
  algorithm?: SigningAlgorithm
  /** The `kid` of each key, or undefined for none. The first key signs. @default ['the-key'] */
  keyIds?: readonly (string | undefined)[]
  /** Changed fields of each public key. undefined removes a field. */
  key?: Record<string, unknown>
  /** Whether it supports only OAuth 2.0, without ID tokens. @default false */
  isPlain?: boolean
  /** The access token of every login. @default a random one */
  accessToken?: string
  /** Additional claims of the ID token. @default the name */
  idToken?: ClaimsByScope
  /** Claims of userinfo in addition to `sub`. @default the name */
  userinfo?: ClaimsByScope
  /** `auth_time` of the ID token in seconds, or `now` for its time of issue. @default none */
  authTime?: 'now' | number
  /** Parameters of the callback in addition to `code` and `state`. `{issuer}` means the issuer. */
  callback?: Record<string, string>
  answers?: {
    /** Parameters that replace the code. */
    authorization?: Record<string, string>
    token?: Answer
    keys?: Answer
    userinfo?: Answer
  }
}

interface Answer {
  /** @default 200 */
  status?: number
  /** @default 'application/json' */
  contentType?: string
  /** The provider sends a text unchanged. */
  body: object | string
}

export interface ScriptedProvider extends IdentityProvider {
  /** The `sub` of the next user. The provider signs the user in without a login page. */
  sub: string
  /** Changes the provider's next answers. @default it is honest */
  lie: (parts: TokenParts) => Partial<ProviderAnswers> | Promise<Partial<ProviderAnswers>>
  /** Answers a request instead of the provider, and then returns true. @default it never does */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The number of requests by path. */
  readonly asked: Map<string, number>
}

interface Login {
  nonce: string | undefined
  /** The PKCE challenge by S256. */
  challenge: string | null
  scopes: readonly string[]
}

const onlyName: ClaimsByScope = { openid: { name: 'Ada' } }

/**
 * Starts an OpenID provider on loopback that signs every browser in at once and counts the requests. It follows the
 * given habits, and lies if a test wants it to. `startIdentityProvider` starts a real provider, which checks more.
 */
export async function startScriptedProvider(habits: Habits = {}): Promise<ScriptedProvider> {
  const { clientSecret = randomBytes(24).toString('hex'), algorithm = 'RS256', keyIds = [defaultKeyId] } = habits
  const clientId = 'subnet-connect'
  /** Logins by their codes, and then by their access tokens. */
  const logins = new Map<string, Login>()

  const server = createServer()
  const { port, close } = await listen(server)
  const origin = `http://localhost:${port}`
  const issuer = origin + (habits.issuerPath ?? '')
  const withIssuer = <Value extends object>(value: Value): Value =>
    JSON.parse(JSON.stringify(value).replaceAll('{issuer}', issuer))

  const provider: ScriptedProvider = {
    issuer,
    clientId,
    clientSecret,
    sub: 'user-1',
    lie: () => ({}),
    intercept: () => false,
    asked: new Map(),
    close,
  }

  const answersFor = async ({ nonce, scopes }: Login): Promise<ProviderAnswers> => {
    const now = Math.floor(Date.now() / 1000)
    const { sub } = provider
    const { idToken = onlyName, userinfo = onlyName, authTime } = habits
    const claims = {
      iss: issuer,
      sub,
      aud: clientId,
      iat: now,
      exp: now + 60,
      nonce,
      ...(authTime !== undefined && { auth_time: authTime === 'now' ? now : authTime }),
      ...claimsOf(idToken, scopes),
    }
    const [kid] = keyIds
    const signedBy = (number: number) => async (of: object) =>
      signedToken({ alg: algorithm, ...(kid && { kid }) }, of, (await keyPair(algorithm, number)).privateKey)
    const [signed, forged] = [signedBy(0), signedBy(-1)]
    const lies = await provider.lie({ claims, clientSecret, signed, forged })
    return { idToken: await signed(claims), userinfo: { sub, ...claimsOf(userinfo, scopes) }, ...lies }
  }

  const discovery = () => {
    const endpoints = {
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      userinfo_endpoint: `${origin}/userinfo`,
    }
    return { body: withIssuer({ issuer, ...endpoints, ...habits.discovery }) }
  }

  const keySet = async () => {
    const fields = { use: 'sig', alg: algorithm, ...habits.key }
    return {
      body: {
        keys: await Promise.all(keyIds.map(async (kid, n) => ({ ...(await publicJwk(algorithm, n)), kid, ...fields }))),
      },
    }
  }

  const callback = (query: URLSearchParams): string => {
    const scopes = (query.get('scope') ?? '').split(' ')
    const back = new URL(query.get('redirect_uri') ?? '')
    const state = query.get('state') ?? ''
    const code = randomBytes(16).toString('hex')
    logins.set(code, { nonce: query.get('nonce') ?? undefined, challenge: query.get('code_challenge'), scopes })
    back.search = String(
      new URLSearchParams(withIssuer({ ...(habits.answers?.authorization ?? { code }), state, ...habits.callback })),
    )
    return back.href
  }

  const tokens = async (form: URLSearchParams, authorization: string | undefined): Promise<Answer> => {
    if (!isClient(form, authorization)) return { status: 401, body: { error: 'invalid_client' } }
    const login = logins.get(form.get('code') ?? '')
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
    if (login?.challenge !== verifier.digest('base64url')) return { status: 400, body: { error: 'invalid_grant' } }
    if (habits.answers?.token) return habits.answers.token
    const { accessToken = randomBytes(16).toString('hex') } = habits
    logins.set(accessToken, login)
    const tokens = { access_token: accessToken, token_type: 'Bearer' }
    return { body: { ...tokens, ...(!habits.isPlain && { id_token: (await answersFor(login)).idToken }) } }
  }

  const isClient = (form: URLSearchParams, authorization: string | undefined): boolean => {
    const isPosted = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (authorization === undefined) return isPosted && habits.clientAuth !== 'basic'
    const [id, secret] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':').map(decoded)
    return id === clientId && secret === clientSecret && habits.clientAuth !== 'post'
  }

  const userinfo = async (authorization: string | undefined): Promise<Answer> => {
    // Some providers accept no other spelling of `Bearer`.
    const login = logins.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
    if (!login) return { status: 401, body: { error: 'invalid_token' } }
    return habits.answers?.userinfo ?? { body: (await answersFor(login)).userinfo }
  }

  const answer = async (request: IncomingMessage, path: string): Promise<Answer> => {
    const { authorization, 'accept-encoding': encoding } = request.headers
    // A small answer could unpack to a large one.
    if (encoding !== 'identity') return { status: 406, body: {} }
    switch (path) {
      case `${(habits.issuerPath ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`:
        return discovery()
      case '/token':
        return tokens(new URLSearchParams(await text(request)), authorization)
      case '/keys':
        return habits.answers?.keys ?? keySet()
      case '/userinfo':
        return userinfo(authorization)
      default:
        return { status: 404, body: {} }
    }
  }

  const send = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    provider.asked.set(pathname, (provider.asked.get(pathname) ?? 0) + 1)
    if (provider.intercept(request, response)) return
    if (pathname === '/authorize') {
      response.writeHead(302, { Location: callback(searchParams) }).end()
      return
    }
    const { status = 200, contentType = 'application/json', body } = await answer(request, pathname)
    response.writeHead(status, { 'Content-Type': contentType })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  server.on('request', (request, response) => void send(request, response))
  return provider
}

const claimsOf = (claims: ClaimsByScope, scopes: readonly string[]): Record<string, unknown> =>
  Object.assign({}, ...scopes.map((scope) => claims[scope]))

/** Decodes a part of the HTTP Basic credentials, which is form-encoded (RFC 6749, section 2.3.1). */
const decoded = (part: string) => new URLSearchParams(`=${part}`).get('')
