import type { IncomingMessage, ServerResponse } from 'node:http'
import { decode } from 'next-auth/jwt'
import { expect } from 'vitest'
import { config } from '@/lib/config'
import {
  answerOfProvider,
  beginApp,
  beginLoginHere,
  browserCookies,
  endLogin,
  loginEnd,
  type LoginEnd,
} from './login-in-process'
import { person } from './imitation'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'

/*
 * Runs logins at a hostile provider, and searches the log lines of each for its secrets and personal data.
 */

/** This token has no digits, because the log masks any text with digits as an ID. */
export const accessToken = 'an-access-token-of-letters'
/** This ID has digits, because the log recognizes an ID only by its digits before the ID token arrives. */
const sub = 'auth0|5f7c8ec7c33c6c004bbafe82'

/** Starts a provider that names the user only in userinfo, and an app that uses it. */
export async function startHostileProvider(
  habits: Habits,
  variables?: Record<string, string>,
): Promise<ScriptedProvider> {
  const clientSecret = 'correct-horse~battery+/=%'
  const claims = { accessToken, clientSecret, idToken: {}, userinfo: { openid: { ...person } } }
  const provider = await startScriptedProvider(Object.assign(habits, { ...claims, ...habits }))
  provider.sub = sub
  beginApp(provider, variables)
  return provider
}

export const secretNames = [
  'clientSecret',
  'encodedSecret',
  'credentials',
  'code',
  'state',
  'nonce',
  'verifier',
  'accessToken',
  'email',
  'name',
  'sub',
] as const

export type LoginSecrets = Record<(typeof secretNames)[number], string>

/**
 * Runs a whole login in the browser.
 *
 * @param change - gets the provider's callback, and can return another callback for the browser.
 */
export async function watchedLogin(
  provider: ScriptedProvider,
  change: (callback: URL, secrets: LoginSecrets) => URL | void = () => {},
): Promise<LoginEnd> {
  const request = await beginLoginHere()
  const verifier = await pkceVerifier()
  const isAtProvider = request.pathname !== '/signin'
  const callback = isAtProvider ? await answerOfProvider(request) : request
  const parameter = ({ searchParams }: URL, name: string) => searchParams.get(name) ?? ''
  const { clientId, clientSecret } = provider
  const encodedSecret = encodeURIComponent(clientSecret)
  const secrets = {
    clientSecret,
    encodedSecret,
    credentials: Buffer.from(`${clientId}:${encodedSecret}`).toString('base64'),
    code: parameter(callback, 'code'),
    state: parameter(request, 'state'),
    nonce: parameter(request, 'nonce'),
    verifier,
    accessToken,
    ...person,
    sub: provider.sub,
  }
  const end = isAtProvider ? await endLogin(change(callback, secrets) ?? callback) : await loginEnd(request)
  const log = JSON.stringify(end.lines)
  const leaks = Object.entries({ ...secrets, anyToken: 'eyJ' }).filter(([, text]) => text !== '' && log.includes(text))
  expect(leaks, log).toEqual([])
  return end
}

export async function pkceVerifier(): Promise<string> {
  const salt = 'next-auth.pkce.code_verifier'
  const token = browserCookies.get(salt) ?? ''
  const sealed = token && (await decode({ token, secret: config().login.secret, salt }))
  return sealed ? String(sealed['value']) : ''
}

/** Replaces the provider's answer at a path. */
export function answerAt(
  provider: ScriptedProvider,
  path: string,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): void {
  provider.intercept = (request, response) => {
    if (request.url !== path) return false
    answer(response.setHeader('Content-Type', 'application/json'), request)
    return true
  }
}

/** Changes how the provider sends its answer at a path. */
export function changeAnswer(
  provider: ScriptedProvider,
  path: string,
  send: (body: string, end: (body: string) => void) => void,
): void {
  provider.intercept = ({ url }, response) => {
    const end = response.end.bind(response)
    if (url === path) Object.assign(response, { end: (body: string) => send(body, end) })
    return false
  }
}
