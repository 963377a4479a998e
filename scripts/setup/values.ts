import { randomBytes } from 'node:crypto'
import { variableNames } from '../../lib/config'
import { variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import type { Values } from './env-file'

const secrets = ['NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN', 'LOGIN_SECRET']

const schemas = new Map(variablesOf(variables).map(({ name, schema }) => [name, schema]))

export function problemWith(name: string, value: string): string | undefined {
  const message = schemas.get(name)?.safeParse(value || undefined).error?.issues[0]?.message
  return message && `${name} ${message}`
}

/** The variables without a default that setup cannot make. */
export const requiredNames = variableNames.filter((name) => !secrets.includes(name) && problemWith(name, ''))

/** The users' logins that setup offers in addition to the demo login. */
export const logins = {
  oidc: 'OpenID Connect provider',
  site: 'accounts of your own site',
  discord: 'Discord',
  github: 'GitHub',
  twitch: 'Twitch',
  twitter: 'Twitter',
} as const

export type Login = keyof typeof logins

const namesOf = (tree: Parameters<typeof variablesOf>[0]) => variablesOf(tree).map(({ name }) => name)

const { oidc, site, named } = variables.login
const namesByKind = { oidc: namesOf(oidc), site: namesOf(site), named: namesOf(named) }

const kindOf = (login: Login) => (login === 'oidc' || login === 'site' ? login : 'named')

export const requiredNamesOf = (login: Login): string[] =>
  ({
    oidc: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    site: ['LOGIN_URL'],
    named: ['LOGIN_CLIENT_ID', 'LOGIN_CLIENT_SECRET'],
  })[kindOf(login)]

export function loginIn(values: Values): Login | undefined {
  if (values['OIDC_ISSUER']) return 'oidc'
  if (values['LOGIN_URL']) return 'site'
  return (Object.keys(logins) as Login[]).find((login) => login === values['LOGIN_PROVIDER'])
}

/** Empties the variables of other logins, because the app does not start with two. */
export function withLogin(values: Values, login: Login): Values {
  const kind = kindOf(login)
  const others = Object.entries(namesByKind).flatMap(([other, names]) => (other === kind ? [] : names))
  // A client is registered at one provider.
  const former = kind === 'named' && values['LOGIN_PROVIDER'] !== login ? namesByKind.named : []
  const emptied = [...others, ...former, 'DEMO_LOGIN'].filter((name) => values[name])
  const chosen = kind === 'named' ? { LOGIN_PROVIDER: login } : {}
  return { ...values, ...Object.fromEntries(emptied.map((name) => [name, ''])), ...chosen }
}

/** Makes the missing secrets. The notes on them have no secret. */
export function makeSecrets(values: Values): { made: Values; notes: string[] } {
  const isNeeded = (name: string) => {
    if (name === 'SUBNET_USER_ID_KEY') return values['SUBNET_USER_ID'] !== 'plain'
    return name !== 'LOGIN_SECRET' || Boolean(values['LOGIN_URL'] && !values['LOGIN_JWKS_URL'])
  }
  const names = secrets.filter((name) => !values[name] && isNeeded(name))
  const notes = {
    SUBNET_USER_ID_KEY:
      'makes the IDs that the service knows your users by: keep a copy, and never change it. If this deployment had one, put that back.',
    LOGIN_SECRET: 'is what your site signs with: copy it from the file to your site.',
  }
  return {
    made: Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64')])),
    notes: Object.entries(notes).flatMap(([name, note]) =>
      names.includes(name) ? [`${name} is new. It ${note}`] : [],
    ),
  }
}

export function changesOf(present: Values, wanted: Values): Values {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => (present[name] ?? '') !== value))
}

const namesOfUserIds = ['OIDC_ISSUER', 'OIDC_USER_ID_CLAIM', 'LOGIN_URL', 'LOGIN_PROVIDER']

/** Checks whether the changes replace a login, so that each user may become a new one to the service. */
export const replacesLogin = (present: Values, changes: Values): boolean =>
  loginIn(present) !== undefined && namesOfUserIds.some((name) => name in changes)
