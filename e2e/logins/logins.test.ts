import { afterEach, describe, expect, it } from 'vitest'
import { answerOfProvider, beginApp, beginLoginHere, browserCookies, endLogin, logIn } from './login-in-process'
import { habits } from './habits'
import { failed, person, type ImitatedLogin } from './imitation'
import { products } from './products'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'

let provider: ScriptedProvider | undefined
afterEach(() => provider?.close())

async function beginAt(habits: Habits, variables?: Record<string, string>): Promise<ScriptedProvider> {
  provider = await startScriptedProvider(habits)
  beginApp(provider, variables)
  return provider
}

describe('a login', () => {
  it.each([...titled(products, (name) => `at ${name}`), ...titled(habits, (habit) => `at a provider that ${habit}`)])(
    '%s',
    async (_, login) => {
      expect(await endOf(login)).toEqual(expectedEnd(login))
    },
  )

  it('returns to the page that began it', async () => {
    await beginAt({})
    expect((await logIn('/console?page=2')).path).toBe('/console?page=2')
  })

  it('asks for the configured scopes, prompt and max age', async () => {
    await beginAt({}, { OIDC_SCOPE: 'openid groups', OIDC_PROMPT: 'select_account', OIDC_MAX_AGE_SECONDS: '60' })
    const { searchParams } = await beginLoginHere()
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: 'openid groups',
      prompt: 'select_account',
      max_age: '60',
    })
  })

  it('asks for openid, profile and email by default, and for no prompt or max age', async () => {
    await beginAt({})
    const { searchParams } = await beginLoginHere()
    expect(searchParams.get('scope')).toBe('openid profile email')
    expect([searchParams.has('prompt'), searchParams.has('max_age')]).toEqual([false, false])
  })

  it('fails as unreachable when the provider is down', async () => {
    await (await beginAt({})).close()
    provider = undefined
    const { error, lines } = await logIn()
    expect(error).toBe('unreachable')
    expect(lines).toMatchObject([
      { event: 'login provider is away', reason: 'ECONNREFUSED' },
      failed('provider_away', { endpoint: 'discovery', reason: 'ECONNREFUSED' }),
    ])
  })

  it.each(['state', 'nonce', 'pkce.code_verifier'])('fails as unfinished when the cookie %s is lost', async (name) => {
    await beginAt({})
    const callback = await answerOfProvider(await beginLoginHere())
    expect(browserCookies.delete(`next-auth.${name}`)).toBe(true)
    const { error, user, lines } = await endLogin(callback)
    expect({ error, user }).toEqual({ error: 'unfinished', user: null })
    expect(lines).toMatchObject([failed('no_login_here', {})])
  })

  it('fails as unfinished when the nonce cookie belongs to another login', async () => {
    await beginAt({})
    await beginLoginHere()
    const nonce = browserCookies.get('next-auth.nonce') ?? ''
    const callback = await answerOfProvider(await beginLoginHere())
    browserCookies.set('next-auth.nonce', nonce)
    const { error, user, lines } = await endLogin(callback)
    expect({ error, user }).toEqual({ error: 'unfinished', user: null })
    expect(lines).toMatchObject([failed('another_login', { endpoint: 'token', reason: 'nonce mismatch' })])
  })

  it('deletes its cookies when it fails', async () => {
    await beginAt({ answers: { token: { status: 401, body: { error: 'invalid_client' } } } })
    const callback = await answerOfProvider(await beginLoginHere())
    expect([...browserCookies.keys()]).toContain('next-auth.state')
    expect((await endLogin(callback)).error).toBe('misconfigured')
    const left = [...browserCookies.keys()].filter((name) => /state|nonce|pkce/.test(name))
    expect(left).toEqual([])
  })

  it('logs at most 1,000 characters of claim names when no claim has the role', async () => {
    const claims = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`claim-${number}`, 'value']))
    await beginAt({ idToken: { openid: { name: 'Ada', ...claims } } }, { OIDC_OPERATOR_ROLE: 'console' })
    const { user, lines } = await logIn()
    expect(user).toMatchObject({ name: 'Ada', isOperator: false })
    expect(String(lines[0]?.claims)).toHaveLength(1000)
  })

  it('opens the sign-in page with the support code when it fails', async () => {
    await beginAt({ answers: { authorization: { error: 'invalid_request' } } })
    expect((await logIn('/console')).path).toBe('/signin?callbackUrl=%2Fconsole&error=misconfigured&code=TESTREQUEST')
  })
})

describe('two logins in one browser', () => {
  it.each<[string, (older: URL) => URL]>([
    ['is finished', (older) => older],
    ['is cancelled', (older) => new URL(older.href.replace(/code=[^&]+/, 'error=access_denied'))],
  ])('let the newer login succeed when the older one %s', async (_, change) => {
    await beginAt({})
    const older = await answerOfProvider(await beginLoginHere())
    const newer = await answerOfProvider(await beginLoginHere())
    const unfinished = await endLogin(change(older))
    expect(unfinished).toMatchObject({ error: 'unfinished', user: null })
    expect(unfinished.lines).toMatchObject([failed('another_login', {})])
    expect((await endLogin(newer)).user).toMatchObject({ name: 'Ada' })
  })

  it('let the older login end without an error when the newer login has signed the user in', async () => {
    await beginAt({})
    const older = await answerOfProvider(await beginLoginHere())
    await logIn('/console')
    expect(await endLogin(older)).toMatchObject({ error: null, user: { name: 'Ada' } })
  })
})

describe('the description of a failure', () => {
  /** Texts about the login, the client and the user that a provider may repeat in the description. */
  const quoted: [what: string, text: (login: { request: URL; callback: URL; provider: ScriptedProvider }) => string][] =
    [
      ['the client secret', ({ provider }) => provider.clientSecret],
      ['the client secret, encoded', ({ provider }) => encodeURIComponent(provider.clientSecret)],
      ['the credentials of HTTP Basic', ({ provider }) => basicCredentials(provider)],
      ['the code', ({ callback }) => callback.searchParams.get('code') ?? ''],
      ['the state', ({ callback }) => callback.searchParams.get('state') ?? ''],
      ['the nonce', ({ request }) => request.searchParams.get('nonce') ?? ''],
      ['an address', () => person.email],
      ['a name', () => person.name],
      ['an ID', () => '257712562366317695'],
    ]

  it.each(quoted)('is not logged with %s', async (_, textOf) => {
    const habits: Habits = { clientSecret: 'correct-horse~battery+/=%' }
    const provider = await beginAt(habits)
    const request = await beginLoginHere()
    const callback = await answerOfProvider(request)
    const text = textOf({ request, callback, provider })
    expect(text).not.toBe('')
    habits.answers = {
      token: { status: 400, body: { error: 'invalid_client', error_description: `Not ${text} here` } },
    }
    const { lines } = await endLogin(callback)
    expect(lines).toMatchObject([failed('client_refused', { reason: 'invalid_client' })])
    expect(JSON.stringify(lines)).not.toContain(text)
  })

  it('is not logged with the ID of the user', async () => {
    const body = { error: 'insufficient_scope', error_description: 'user-1 may not read this' }
    await beginAt({ answers: { userinfo: { status: 403, body } } })
    const { lines } = await logIn()
    expect(lines).toMatchObject([{ event: 'userinfo is missing', reason: 'status 403' }])
    expect(JSON.stringify(lines)).not.toContain('user-1')
  })

  it('is logged in the provider’s words, in at most 200 characters', async () => {
    const description = `AADSTS50105: the user is not assigned to a role.\r\nTrace ${'x '.repeat(500)}`
    await beginAt({ answers: { authorization: { error: 'invalid_request', error_description: description } } })
    const [line] = (await logIn()).lines
    expect(line?.description).toMatch(/^AADSTS50105: the user is not assigned to a role\. +Trace x/)
    expect(String(line?.description).length).toBeLessThanOrEqual(200)
  })
})

const basicCredentials = ({ clientId, clientSecret }: ScriptedProvider) =>
  Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64')

/** Returns the rows with titles that contain the expected end. */
function titled(
  rows: Record<string, ImitatedLogin>,
  title: (name: string) => string,
): [title: string, login: ImitatedLogin][] {
  return Object.entries(rows).map(([name, login]) => {
    const end = login.user ? `signs ${login.user.isOperator ? 'an operator' : 'a user'} in` : `fails as ${login.error}`
    return [`${title(name)} ${end}`, login]
  })
}

/** Returns the end of a login, and the secrets and personal data in the log. */
async function endOf({ habits, variables }: ImitatedLogin) {
  const { clientSecret } = await beginAt(habits, variables)
  const { user, error, lines } = await logIn()
  const log = JSON.stringify(lines)
  return { user, error, lines, leaked: [clientSecret, ...Object.values(person)].filter((text) => log.includes(text)) }
}

const expectedEnd = ({ user, error, lines = [] }: ImitatedLogin) => ({
  user: user ? { id: 'user-1', isOperator: false, isViewer: false, ...user } : null,
  error: error ?? null,
  lines: lines.map((line) =>
    expect.objectContaining({
      ...line,
      ...(line.hint && { hint: expect.stringContaining(String(line.hint)) }),
      ...(line.claims && { claims: expect.stringContaining(String(line.claims)) }),
    }),
  ),
  leaked: [],
})
