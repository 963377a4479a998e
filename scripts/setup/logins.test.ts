import { describe, expect, it } from 'vitest'
import { variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import { kindOf, loginIn, loginNotes, logins, withLogin, type Login } from './logins'

const ofProvider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const ofSite = { LOGIN_URL: 'https://www.example.com/login', LOGIN_SECRET: 'c' }
const ofGitHub = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'd', LOGIN_CLIENT_SECRET: 'e' }

/** Returns the variables with a value. */
const setIn = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))

it('setup offers each provider that LOGIN_PROVIDER can name', () => {
  const schema = variablesOf(variables).find(({ name }) => name === 'LOGIN_PROVIDER')?.schema
  const offered = (Object.keys(logins) as Login[]).filter((login) => kindOf(login) === 'named')
  const allowed = schema?.safeParse('another').error?.issues[0]?.message
  expect(allowed).toContain(offered.join(' or '))
})

describe('loginIn and withLogin', () => {
  it('find the login of the variables', () => {
    for (const [values, login] of [
      [{}, undefined],
      [{ DEMO_LOGIN: '1' }, undefined],
      [ofProvider, 'oidc'],
      [ofSite, 'site'],
      [ofGitHub, 'github'],
      [{ LOGIN_PROVIDER: 'another' }, undefined],
    ] as const) {
      expect(loginIn(values), JSON.stringify(values)).toBe(login)
    }
  })

  it.each([
    { login: 'oidc', kept: ofProvider },
    { login: 'site', kept: ofSite },
    { login: 'github', kept: ofGitHub },
    // A client is registered at one provider.
    { login: 'discord', kept: { LOGIN_PROVIDER: 'discord' } },
  ] as const)('keep only the variables of $login, and all variables that belong to no login', ({ login, kept }) => {
    const others = { OIDC_SCOPE: 'openid groups', LOGIN_OPERATOR_ROLE: 'console', LOGIN_SECRET_PREVIOUS: 'f' }
    const ofOthers = Object.fromEntries(
      Object.entries(others).filter(
        ([name]) => (login === 'oidc' && name === 'OIDC_SCOPE') || (login === 'site' && name !== 'OIDC_SCOPE'),
      ),
    )
    const rest = { CONSOLE_OIDC_ISSUER: 'https://staff.example', DEMO_LOGIN: '1', OWN: 'kept' }
    const all = { ...ofProvider, ...ofSite, ...ofGitHub, ...others, ...rest }
    expect(setIn(withLogin(all, login))).toEqual({ ...kept, ...ofOthers, ...rest })
  })
})

describe('loginNotes', () => {
  const change = ['The login changes, so each user becomes a new user to the service, unless the IDs stay the same.']

  it('warn that users become new users only when their IDs may change', () => {
    for (const [present, wanted] of [
      [ofProvider, ofSite],
      [ofSite, ofGitHub],
      [ofGitHub, { ...ofGitHub, LOGIN_PROVIDER: 'discord' }],
      [ofProvider, { ...ofProvider, OIDC_ISSUER: 'https://other.example' }],
      [ofProvider, { ...ofProvider, OIDC_USER_ID_CLAIM: 'oid' }],
      [ofSite, { ...ofSite, LOGIN_URL: 'https://shop.example.com/login' }],
    ] as const) {
      expect(loginNotes(present, wanted), JSON.stringify(wanted)).toEqual(change)
    }
    for (const [present, wanted] of [
      [{}, ofProvider],
      [{ DEMO_LOGIN: '1' }, ofSite],
      [ofProvider, { ...ofProvider, OIDC_ISSUER: 'https://login.example/', OIDC_USER_ID_CLAIM: 'sub' }],
      [ofSite, { ...ofSite, LOGIN_URL: 'https://www.example.com/other' }],
      [ofGitHub, { ...ofGitHub, LOGIN_CLIENT_ID: 'another' }],
    ] as const) {
      expect(loginNotes(present, wanted), JSON.stringify(wanted)).toEqual([])
    }
  })

  it.each([['OIDC_NONCE'], ['CONSOLE_OIDC_NONCE']])('says which protection is lost with %s=0', (name) => {
    const note = `${name}=0: no nonce ties an ID token to the browser's login. State and PKCE still do.`
    expect(loginNotes({}, { ...ofProvider, [name]: '0' })).toEqual([note])
    expect(loginNotes({}, { ...ofProvider, [name]: '1' })).toEqual([])
  })
})
