import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import { commentOn, unwritable } from './env-file'
import * as setup from './values'

const { loginIn, logins, makeSecrets, problemWith, replacesLogin, requiredNames, requiredNamesOf, withLogin } = setup

const ofProvider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const ofSite = { LOGIN_URL: 'https://www.example.com/login', LOGIN_SECRET: 'c' }
const ofGitHub = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'd', LOGIN_CLIENT_SECRET: 'e' }

it('setup asks for each variable without a default, which .env.example explains', () => {
  expect(requiredNames.join(' ')).toBe(
    'SERVICE_BASE_URL SUBNET_ID SERVICE_API_KEY SERVICE_ENVIRONMENT SERVICE_PROFILE_URL NEXTAUTH_URL',
  )
  const example = readFileSync('.env.example', 'utf8')
  const ofLogins = (Object.keys(logins) as setup.Login[]).flatMap(requiredNamesOf)
  expect([...requiredNames, ...ofLogins].filter((name) => commentOn(name, example) === '')).toEqual([])
  expect(problemWith('SERVICE_ENVIRONMENT', 'staging')).toBeUndefined()
  expect(problemWith('SERVICE_ENVIRONMENT', 'test')).toMatch(/^SERVICE_ENVIRONMENT .*staging or production/)
})

it('setup offers each provider that LOGIN_PROVIDER can name', () => {
  const schema = variablesOf(variables).find(({ name }) => name === 'LOGIN_PROVIDER')?.schema
  const offered = Object.keys(logins).filter((login) => login !== 'oidc' && login !== 'site')
  expect(schema?.safeParse('another').error?.issues[0]?.message).toContain(offered.join(' or '))
})

it.each<{ login: setup.Login; kept: Record<string, string> }>([
  { login: 'oidc', kept: { ...ofProvider, OIDC_SCOPE: 'openid groups' } },
  { login: 'site', kept: { ...ofSite, LOGIN_SECRET_PREVIOUS: 'f', LOGIN_OPERATOR_ROLE: 'console' } },
  { login: 'github', kept: ofGitHub },
  // A client is registered at one provider.
  { login: 'discord', kept: { LOGIN_PROVIDER: 'discord' } },
])('withLogin keeps only the variables of $login, and all variables that belong to no login', ({ login, kept }) => {
  const others = { OIDC_SCOPE: 'openid groups', LOGIN_OPERATOR_ROLE: 'console', LOGIN_SECRET_PREVIOUS: 'f' }
  const rest = { CONSOLE_OIDC_ISSUER: 'https://staff.example', OWN: 'kept' }
  const result = withLogin({ ...ofProvider, ...ofSite, ...ofGitHub, ...others, ...rest, DEMO_LOGIN: '1' }, login)
  expect(Object.fromEntries(Object.entries(result).filter(([, value]) => value))).toEqual({ ...kept, ...rest })
})

it('loginIn finds the login of the values', () => {
  const values = [{}, { DEMO_LOGIN: '1' }, ofProvider, ofSite, ofGitHub, { LOGIN_PROVIDER: 'another' }]
  expect(values.map(loginIn)).toEqual([undefined, undefined, 'oidc', 'site', 'github', undefined])
})

it('replacesLogin is true only when another source of user IDs replaces one', () => {
  for (const [present, changes, expected] of [
    [ofProvider, ofSite, true],
    [ofGitHub, { LOGIN_PROVIDER: 'discord' }, true],
    [ofProvider, { OIDC_USER_ID_CLAIM: 'oid' }, true],
    [{ DEMO_LOGIN: '1' }, ofSite, false],
    [ofGitHub, { LOGIN_CLIENT_ID: 'another' }, false],
  ] as const)
    expect(replacesLogin(present, changes), JSON.stringify(changes)).toBe(expected)
})

const plainSite = { LOGIN_URL: ofSite.LOGIN_URL, SUBNET_USER_ID: 'plain' }
it.each<[values: Record<string, string>, names: string[]]>([
  [{ HOLD_PASSWORD: 'with # or $' }, ['NEXTAUTH_SECRET', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN']],
  [{ ...plainSite, NEXTAUTH_SECRET: 'a', METRICS_TOKEN: 'b' }, ['HOLD_PASSWORD', 'LOGIN_SECRET']],
  [{ ...plainSite, LOGIN_JWKS_URL: 'a' }, ['NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'METRICS_TOKEN']],
])('makeSecrets makes for %j %j, each with a different valid value that no note shows', (values, names) => {
  const { made, notes } = makeSecrets(values)
  expect(Object.keys(made)).toEqual(names)
  expect(new Set(Object.values(made)).size).toBe(names.length)
  for (const [name, value] of Object.entries(made)) {
    expect([problemWith(name, value), unwritable(name, value)]).toEqual([undefined, undefined])
    expect(notes.join()).not.toContain(value)
  }
  const noted = names.filter((name) => ['SUBNET_USER_ID_KEY', 'LOGIN_SECRET'].includes(name))
  expect(notes.map((note) => note.split(' ')[0])).toEqual(noted)
})
