import { variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import type { Values } from './env-file'

export const namesOf = (tree: Parameters<typeof variablesOf>[0]) => variablesOf(tree).map(({ name }) => name)

/** Empties variables. It does not add a variable without a value. */
export const withoutValues = (values: Values, names: readonly string[]): Values => ({
  ...values,
  ...Object.fromEntries(names.filter((name) => values[name]).map((name) => [name, ''])),
})

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

const namesByKind = {
  oidc: namesOf(variables.login.oidc),
  site: namesOf(variables.login.site),
  named: namesOf(variables.login.named),
}

/** Setup asks the same questions for all logins of a kind. */
export type LoginKind = keyof typeof namesByKind

export const kindOf = (login: Login): LoginKind => (login === 'oidc' || login === 'site' ? login : 'named')

/** Returns the first login that the values name; undefined if they name none. */
export function loginIn(values: Values): Login | undefined {
  if (values['OIDC_ISSUER']) return 'oidc'
  if (values['LOGIN_URL']) return 'site'
  return (Object.keys(logins) as Login[]).find((login) => login === values['LOGIN_PROVIDER'])
}

/** Empties the variables of other logins. The app does not start with two logins. */
export function withLogin(values: Values, login: Login): Values {
  const kind = kindOf(login)
  const others = Object.entries(namesByKind).flatMap(([other, names]) => (other === kind ? [] : names))
  if (kind !== 'named') return withoutValues(values, others)
  // A client is registered at one provider.
  const former = values['LOGIN_PROVIDER'] === login ? [] : namesByKind.named
  return { ...withoutValues(values, [...others, ...former]), LOGIN_PROVIDER: login }
}

export function loginNotes(present: Values, wanted: Values): string[] {
  const [former, now] = [present, wanted].map(idsOf)
  const withoutNonce = ['OIDC_NONCE', 'CONSOLE_OIDC_NONCE'].filter((name) => wanted[name] === '0')
  return [
    ...(former !== undefined && former !== now
      ? ['The login changes, so each user becomes a new user to the service, unless the IDs stay the same.']
      : []),
    ...withoutNonce.map(
      (name) => `${name}=0: no nonce ties an ID token to the browser's login. State and PKCE still do.`,
    ),
  ]
}

/** Identifies the source of the user IDs; undefined without a login. */
function idsOf(values: Values): string | undefined {
  const login = loginIn(values)
  if (login === 'oidc') {
    const { OIDC_ISSUER = '', OIDC_USER_ID_CLAIM: claim } = values
    return `${OIDC_ISSUER.replace(/\/+$/, '')} ${claim || 'sub'}`
  }
  const { LOGIN_URL = '' } = values
  return login === 'site' && URL.canParse(LOGIN_URL) ? new URL(LOGIN_URL).origin : login
}
