import { afterEach, describe, expect, it } from 'vitest'
import { answerAt, changeAnswer } from './answers'
import { refuses, signsIn } from './imitation'
import { beginApp } from './login-in-process'
import { leaks, startHostileProvider, watchedLogin } from './watched-login'
import type { Habits, ScriptedProvider } from '../idp/scripted'

/* The userinfo of a hostile provider, or a missing one. */

let provider: ScriptedProvider
afterEach(() => provider.close())

async function beginAt(habits: Habits): Promise<ScriptedProvider> {
  provider = await startHostileProvider(habits)
  return provider
}

describe('userinfo', () => {
  const variables = { OIDC_OPERATOR_ROLE: 'console', OIDC_WALLET_CLAIM: 'wallet' }
  const rights = { roles: ['console'], name: 'Olga', wallet: 'a-wallet' }
  it('counts only when it has the subject of the ID token, and another subject is another person', async () => {
    // With a name in the ID token, the login continues when userinfo fails.
    const habits: Habits = {}
    await beginAt(habits)
    const operator = signsIn({ isOperator: true, walletAddress: 'a-wallet' })
    const another = refuses('misconfigured', 'another_person', {
      endpoint: 'userinfo',
      reason: 'userinfo sub mismatch',
    })
    const noSub = { code: 'answer_refused', endpoint: 'userinfo', reason: 'no sub' } as const
    const ignored = {
      ...signsIn({ id: provider.sub, name: 'Ada', isOperator: false, isViewer: false }),
      lines: [{ event: 'userinfo is missing', ...noSub }, { event: 'operator role not among the claims' }],
    }
    const rows: [what: string, body: (sub: string) => unknown, end: object][] = [
      ['the subject', (sub) => ({ sub, ...rights }), operator],
      ['the subject in capital letters', (sub) => ({ sub: sub.toUpperCase(), ...rights }), another],
      ['the subject and a space', (sub) => ({ sub: `${sub} `, ...rights }), another],
      ['the subject in a list', (sub) => ({ sub: [sub], ...rights }), another],
      ['no subject', () => rights, ignored],
      ['null as the subject', () => ({ ...rights, sub: null }), ignored],
      ['a list', (sub) => [{ sub, ...rights }], ignored],
      ['a text', (sub) => sub, ignored],
      ['a number', () => 7, ignored],
      ['null', () => null, ignored],
    ]
    for (const [what, bodyOf, end] of rows) {
      habits.answers = { userinfo: { body: JSON.stringify(bodyOf(provider.sub)) } }
      habits.idToken = { openid: { name: 'Ada' } }
      beginApp(provider, variables)
      const login = await watchedLogin(provider)
      expect(login, what).toMatchObject(end)
      if (end !== ignored) continue
      expect(login.user, what).toEqual(ignored.user)
      habits.idToken = {}
      beginApp(provider, variables)
      const { code, ...details } = noSub
      expect(await watchedLogin(provider), what).toMatchObject(refuses('misconfigured', code, details))
    }
  })

  it('is not requested without an access token, and the ID token alone signs in when it has a name', async () => {
    const habits: Habits = {}
    await beginAt(habits)
    const why = { endpoint: 'userinfo', reason: 'no access token provided' } as const
    const warning = { event: 'userinfo is missing', code: 'userinfo_failed', ...why }
    for (const [idToken, end] of [
      [{ openid: { name: 'Ada' } }, { error: null, user: { name: 'Ada' }, lines: [warning] }],
      [{}, refuses('misconfigured', 'userinfo_failed', why)],
    ] as const) {
      beginApp(provider)
      habits.idToken = idToken
      changeAnswer(provider, '/token', (body, send) =>
        send(JSON.stringify({ ...JSON.parse(body), access_token: undefined })),
      )
      expect(await watchedLogin(provider)).toMatchObject(end)
    }
    expect(provider.asked.has('/userinfo')).toBe(false)
  })

  it('gives rights only by its own claims', async () => {
    const habits: Habits = {}
    await beginAt(habits)
    const { sub } = provider
    for (const [claims, user] of [
      [rights, { name: 'Olga', walletAddress: 'a-wallet', isOperator: true }],
      [{ ['__proto__']: rights }, { isOperator: false }],
      [{ constructor: { ...rights, prototype: rights } }, { isOperator: false }],
    ] as const) {
      beginApp(provider, variables)
      habits.answers = { userinfo: { body: JSON.stringify({ ...claims, sub }) } }
      const end = await watchedLogin(provider)
      expect(end.user, JSON.stringify(claims)).toEqual({ id: sub, name: sub, isViewer: false, ...user })
      expect(Object.keys(Object.prototype)).toEqual([])
    }
  })

  it('is not followed to another URL', async () => {
    await beginAt({})
    for (const status of [302, 307]) {
      beginApp(provider)
      answerAt(provider, '/userinfo', (response) => response.writeHead(status, { Location: '/elsewhere' }).end('{}'))
      const details = { endpoint: 'userinfo', reason: `status ${status}` } as const
      expect(await watchedLogin(provider)).toMatchObject(refuses('misconfigured', 'userinfo_failed', details))
      expect(provider.asked.has('/elsewhere')).toBe(false)
    }
  })
})

it('no log line of these logins contains a secret, a token or personal data', () => {
  expect(leaks()).toEqual([])
})
