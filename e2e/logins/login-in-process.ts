import { NextRequest } from 'next/server'
import { parse, type HTMLElement } from 'node-html-parser'
import { renderToReadableStream } from 'react-dom/server'
import { GET as arrive, HEAD as arriveByHead } from '@/app/connect/route'
import { signIn, signOut, signOutOfConsole } from '@/app/signin/actions'
import SignInPage from '@/app/signin/page'
import { GET, HEAD } from '@/app/signin/return/route'
import { beginHandOff } from '@/lib/auth/hand-off-start'
import { answerCallback, beginLogin } from '@/lib/auth/login'
import { namedProviders } from '@/lib/auth/named-providers'
import { peopleOf } from '@/lib/auth/people'
import { sessionUser } from '@/lib/auth/session'
import { parseConfig } from '@/lib/config'
import { inRequest } from '@/lib/request/test-support'
import { appVariables } from '../harness/app-variables'
import type { ScriptedProvider } from '../idp/scripted'
import { here, type LogLine } from './here'

/*
 * Runs the app and a browser in the process of the test, without a server. A login needs milliseconds.
 * `replace-modules.ts` connects the app to this browser.
 */

export interface LoginEnd {
  /** The final URL of the browser, as a path of the app with its query. */
  path: string
  /** The problem in the URL of the sign-in page. */
  error: string | null
  user: { id: string; name: string; walletAddress?: string; isOperator: boolean; isViewer: boolean } | null
  /** The lines that the app has logged since its start. */
  lines: readonly LogLine[]
}

const listeners = process.listeners('exit')
const port = 3000
const origin = `http://localhost:${port}`
const service = { baseUrl: 'http://localhost:9/api', profileUrl: 'http://localhost:9/profile' }
const credentials = { subnetId: '01J0000000000000000000000A', apiKey: 'a-key' }

/**
 * Starts a new app, and a browser without cookies.
 *
 * @param variables - extend or replace the variables of the provider's client. With LOGIN_PROVIDER, the client belongs
 * to that provider.
 */
export function beginApp(
  { issuer, clientId, clientSecret }: Pick<ScriptedProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  variables: Record<string, string> = {},
): void {
  Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.process-singleton'))
  // The previous app waits for the end of the process.
  for (const listener of process.listeners('exit')) if (!listeners.includes(listener)) process.off('exit', listener)
  here.cookies.clear()
  here.lines.length = 0
  Array.from(here.headers.keys()).forEach((name) => here.headers.delete(name))
  const endpoints = {
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
  }
  for (const each of Object.values(namedProviders))
    each.at = typeof each.at === 'string' ? issuer : { ...each.at, ...endpoints }
  const client = variables['LOGIN_PROVIDER']
    ? { LOGIN_CLIENT_ID: clientId, LOGIN_CLIENT_SECRET: clientSecret }
    : { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const common = appVariables({ standIn: { ...service, ...credentials }, port })
  const noStaff = { CONSOLE_USERS: '', CONSOLE_VIEWERS: '' }
  const all: Record<string, string> = { ...common, DEMO_LOGIN: '', ...noStaff, ...client, ...variables }
  const parsed = parseConfig(all)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  here.config = parsed.config
}

export const staffLoginAt = ({ issuer, clientId, clientSecret }: Parameters<typeof beginApp>[0]) => ({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: clientId,
  CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
})

/** The cookies of the browser by name. Tests may change them. */
export const browserCookies: Map<string, string> = here.cookies
/** @returns a function that gives the browser its current cookies again. */
export function copyOfCookies(): () => void {
  const copy = new Map(browserCookies)
  return () => {
    browserCookies.clear()
    for (const [name, value] of copy) browserCookies.set(name, value)
  }
}
export const browserJar = here.jar
export const browserHeaders: Headers = here.headers
/** The lines that the app has logged since its start. */
export const logLines: readonly LogLine[] = here.lines

/** Begins a login in the browser. @returns the target at the provider, or the sign-in page. */
export async function beginLoginHere(callbackUrl = '/connect/confirm'): Promise<URL> {
  return new URL(await inRequest(() => beginLogin(peopleOf(callbackUrl), callbackUrl)), origin)
}

/**
 * Follows a connect link in the browser.
 *
 * @param requestId - the end of the link's request ID, in digits. Each new ID is another link.
 * @returns the target of the redirect: the provider, the sign-in page or the connect page; null if there is none.
 */
export async function arriveHere(requestId = '1', method: 'GET' | 'HEAD' = 'GET'): Promise<URL | null> {
  const query = new URLSearchParams({ request_id: requestId.padStart(26, '0'), nonce: 'a-nonce' })
  const request = new NextRequest(`${origin}/connect?${query}`, { method, headers: here.headers })
  const { headers } = await inRequest(() => (method === 'GET' ? arrive : arriveByHead)(request))
  const location = headers.get('Location')
  return location === null ? null : new URL(location, origin)
}

/** Runs an action in the browser. @returns the path to which the app redirects it. */
async function pathAfter(action: () => Promise<void>): Promise<string> {
  const redirected: unknown = await inRequest(action).catch((error: unknown) => error)
  return /;(\/.*);\d+;$/.exec((redirected as { digest: string }).digest)?.[1] ?? ''
}

/** Posts the form of the demo login. @returns where the app sends the browser. */
export function enterHere(name: string, callbackUrl: string): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ provider: 'demo', name, callbackUrl })) form.set(field, value)
  return pathAfter(() => signIn(form))
}

export const signOutHere = (): Promise<string> => pathAfter(signOut)
export const signStaffOutHere = (): Promise<string> => pathAfter(signOutOfConsole)

/** Returns the sign-in page with this query. Each of its forms names its action, as in `action="$ACTION_ID_signOut"`. */
export async function signInPageHere(query: Record<string, string> = {}): Promise<HTMLElement> {
  for (const action of [signIn, signOut, signOutOfConsole]) Object.assign(action, { $$id: action.name })
  return inRequest(async () => {
    const page = await renderToReadableStream(await SignInPage({ searchParams: Promise.resolve(query) }))
    await page.allReady
    return parse(await new Response(page).text())
  })
}

/** Returns the URL to which the provider sends the browser back. This provider signs every browser in at once. */
export async function answerOfProvider(request: URL): Promise<URL> {
  const response = await fetch(request, { redirect: 'manual' })
  return new URL(response.headers.get('Location') ?? '')
}

export async function endLogin(callback: URL): Promise<LoginEnd> {
  const people = callback.pathname.endsWith('/console') ? 'staff' : 'users'
  const response = await inRequest(() => answerCallback(people, callback.searchParams))
  return loginEnd(new URL(response.headers.get('Location') ?? ''))
}

export async function logIn(callbackUrl?: string): Promise<LoginEnd> {
  const request = await beginLoginHere(callbackUrl)
  return request.pathname === '/signin' ? loginEnd(request) : endLogin(await answerOfProvider(request))
}

/** Opens the sign-in page. @returns its link to the operator's own site; null without one. */
export async function openSignInPage(callbackUrl: string): Promise<string | null> {
  const begun = await inRequest(() => beginHandOff(here.jar, callbackUrl))
  for (const cookie of begun?.cookies ?? []) here.jar.set(cookie)
  return begun && begun.link
}

export async function returnFromSite(
  query: Record<string, string> | string[][],
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> {
  const url = `${origin}/signin/return?${new URLSearchParams(query)}`
  const answer = method === 'GET' ? GET : HEAD
  return inRequest(async () => answer(new NextRequest(url, { method, headers: here.headers })))
}

/** Returns the end of a login that has sent the browser to this URL of the app. */
export async function loginEnd({ pathname, search, searchParams }: URL): Promise<LoginEnd> {
  const people = peopleOf(searchParams.get('callbackUrl') ?? pathname)
  const signedIn = await sessionUser(here.jar, people)
  return {
    path: pathname + search,
    error: searchParams.get('error'),
    user: signedIn?.user ?? null,
    lines: [...here.lines],
  }
}
