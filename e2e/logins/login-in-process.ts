import { createRequire } from 'node:module'
import { NextRequest } from 'next/server'
import { vi } from 'vitest'
import { parseConfig, type Config } from '@/lib/config'
import type { LogEntry } from '@/lib/log/fields'
import { inRequest } from '@/lib/request/test-support'
import { appVariables } from '../harness/app-variables'
import type { ScriptedProvider } from '../idp/scripted'

/*
 * One app and one browser within the test's process: the login as it is, with next-auth itself, and without a server. A
 * login takes milliseconds. What Next gives a request, the environment and the log are replaced, and so are the addresses
 * of the providers that next-auth knows by name.
 *
 * A test file must import this one before anything of `lib`.
 */

const here = vi.hoisted(() => {
  const cookies = new Map<string, string>()
  type Attributes = { maxAge?: number }
  const set = (name: string, value: string, { maxAge }: Attributes = {}) =>
    maxAge === 0 ? cookies.delete(name) : cookies.set(name, value)
  const jar = {
    get: (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) ?? '' } : undefined),
    getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
    set: (cookie: string | (Attributes & { name: string; value: string }), value = '', attributes: Attributes = {}) =>
      typeof cookie === 'string' ? set(cookie, value, attributes) : set(cookie.name, cookie.value, cookie),
  }
  const headers = new Headers()
  const request = { cookies: async () => jar, headers: async () => headers }

  const provider = { issuer: '' }
  /** A module of next-auth's, with the addresses of the test's provider. */
  const atTestProvider = async (original: () => Promise<{ default: (client: object) => { wellKnown?: string } }>) => {
    const { default: module } = await original()
    const at = (path: string) => new URL(path, provider.issuer).href
    return {
      default: (client: object) => {
        const known = module(client)
        return known.wellKnown
          ? { ...known, wellKnown: `${provider.issuer}/.well-known/openid-configuration` }
          : { ...known, authorization: at('/authorize'), token: at('/token'), userinfo: at('/userinfo') }
      },
    }
  }
  return {
    config: undefined as Config | undefined,
    lines: [] as LogLine[],
    cookies,
    jar,
    headers,
    request,
    provider,
    atTestProvider,
  }
})

vi.mock('@/lib/config', async (original) => ({ ...(await original<object>()), config: () => here.config }))
vi.mock('@/lib/log', () => {
  const write = (level: LogLine['level']) => (entry: LogEntry) => here.lines.push({ level, ...entry })
  return { log: () => ({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }) }
})
vi.mock('next/headers', () => here.request)
vi.mock('next-auth/providers/discord', here.atTestProvider)
vi.mock('next-auth/providers/github', here.atTestProvider)
vi.mock('next-auth/providers/twitch', here.atTestProvider)
vi.mock('next-auth/providers/twitter', here.atTestProvider)
// next-auth loads the same module by `require`, which no mock reaches, and reads it at each request.
Object.assign(createRequire(import.meta.url)('next/headers'), here.request)

const { beginLogin, endSession } = await import('@/lib/auth/next-auth')
const { beginLoginAtArrival } = await import('@/lib/auth/arrival-login')
const { answerCallback } = await import('@/lib/auth/callback')
const { peopleOf } = await import('@/lib/auth/people')
const { sessionUser } = await import('@/lib/auth/session')
const { beginHandOff } = await import('@/lib/auth/hand-off-start')
const handOff = await import('@/app/signin/return/route')

export type LogLine = LogEntry & { level: 'debug' | 'info' | 'warn' | 'error' }

/** What a login has come to. */
export interface LoginEnd {
  /** Where the browser is then: a path of the app with its query. */
  path: string
  /** What the sign-in page's address says went wrong. */
  error: string | null
  user: { id: string; name: string; walletAddress?: string; isOperator: boolean; isViewer: boolean } | null
  /** The lines that the app has logged since it began. */
  lines: readonly LogLine[]
}

const port = 3000
const origin = `http://localhost:${port}`
const service = { baseUrl: 'http://localhost:9/api', profileUrl: 'http://localhost:9/profile' }
const credentials = { subnetId: '01J0000000000000000000000A', apiKey: 'a-key' }

/**
 * Begins an app that has remembered nothing, and a browser without cookies.
 *
 * @param variables - beside those that name the provider's client, or in their place. With LOGIN_PROVIDER, the client is
 *   that provider's.
 */
export function beginApp(
  { issuer, clientId, clientSecret }: Pick<ScriptedProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  variables: Record<string, string> = {},
): void {
  Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.process-singleton'))
  here.cookies.clear()
  here.lines.length = 0
  Array.from(here.headers.keys()).forEach((name) => here.headers.delete(name))
  here.provider.issuer = issuer
  const client = variables['LOGIN_PROVIDER']
    ? { LOGIN_CLIENT_ID: clientId, LOGIN_CLIENT_SECRET: clientSecret }
    : { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const common = appVariables({ standIn: { ...service, ...credentials }, port })
  const parsed = parseConfig({
    ...common,
    DEMO_LOGIN: '',
    CONSOLE_USERS: '',
    CONSOLE_VIEWERS: '',
    ...client,
    ...variables,
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  here.config = parsed.config
  // next-auth reads this one itself.
  vi.stubEnv('NEXTAUTH_URL', common['NEXTAUTH_URL'])
}

/** The cookies of the browser, by name, to be changed as well. */
export const browserCookies: Map<string, string> = here.cookies
/** Through which the app sets them. */
export const browserJar = here.jar
/** What the browser sends beside them, to be changed as well. */
export const browserHeaders: Headers = here.headers
/** What the app has logged since it began. */
export const logLines: readonly LogLine[] = here.lines

/** Begins a login in the browser. Returns where it is sent: to the provider, or to the sign-in page. */
export async function beginLoginHere(callbackUrl = '/connect/confirm'): Promise<URL> {
  return new URL(await inRequest(() => beginLogin(peopleOf(callbackUrl), callbackUrl)), origin)
}

/** Where every request of the browser comes from. */
export const browserAddress = '192.0.2.1'

/**
 * Brings the browser, which is signed out, to the app with a connect link.
 *
 * @returns where it is sent: to the provider, or to the sign-in page with a problem; null where no login is begun.
 */
export async function arriveHere(): Promise<URL | null> {
  const target = await inRequest(() => beginLoginAtArrival(browserAddress, '/connect/confirm'))
  return target === null ? null : new URL(target, origin)
}

/** Signs the user out of the app. */
export const signOutHere = (): Promise<void> => inRequest(() => endSession('users'))

/** Where the provider sends the browser back to, which asks nobody anything. */
export async function answerOfProvider(request: URL): Promise<URL> {
  const response = await fetch(request, { redirect: 'manual' })
  return new URL(response.headers.get('Location') ?? '')
}

/** Sends the provider's answer to the app. */
export async function endLogin(callback: URL): Promise<LoginEnd> {
  const people = callback.pathname.endsWith('/console') ? 'staff' : 'users'
  const response = await inRequest(() => answerCallback(people, callback.searchParams))
  return loginEnd(new URL(response.headers.get('Location') ?? ''))
}

/** A whole login in the browser. */
export async function logIn(callbackUrl?: string): Promise<LoginEnd> {
  const request = await beginLoginHere(callbackUrl)
  return request.pathname === '/signin' ? loginEnd(request) : endLogin(await answerOfProvider(request))
}

/** Opens the sign-in page. Returns its link to the operator's own site; null where it has none. */
export async function openSignInPage(callbackUrl: string): Promise<string | null> {
  const begun = await inRequest(() => beginHandOff(here.jar, callbackUrl))
  for (const cookie of begun?.cookies ?? []) here.jar.set(cookie)
  return begun && begun.link
}

/** Sends the browser to where the operator's own site sends it. */
export async function returnFromSite(
  query: Record<string, string> | string[][],
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> {
  const url = `${origin}/signin/return?${new URLSearchParams(query)}`
  return inRequest(async () => handOff[method](new NextRequest(url, { method, headers: here.headers })))
}

/** What a login has come to that has led the browser to this address of the app. */
export async function loginEnd({ pathname, search, searchParams }: URL): Promise<LoginEnd> {
  const people = peopleOf(searchParams.get('callbackUrl') ?? pathname)
  const signedIn = await sessionUser(here.jar.getAll(), people)
  return {
    path: pathname + search,
    error: searchParams.get('error'),
    user: signedIn?.user ?? null,
    lines: [...here.lines],
  }
}
