import 'server-only'
import { globalAgent } from 'node:https'
import { isHttpsOrLoopback, isLoopback } from '@/lib/service'
import { variablesOf, type ConfigProblem, type NamesOf } from './variable'
import { confirmBudgetProblem, maxConfirmsPerMinute, subnetUserIdKey, variables } from './variables'

type VariableName = NamesOf<typeof variables>

const oidcClient = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const namedClient = ['LOGIN_PROVIDER', 'LOGIN_CLIENT_ID', 'LOGIN_CLIENT_SECRET'] as const

/** Variables that must be set together. */
const groups: readonly (readonly VariableName[])[] = [
  oidcClient,
  namedClient,
  ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'],
  ['CONNECTED_WEBHOOK_URL', 'CONNECTED_WEBHOOK_SECRET'],
]

/** The variables that enable each login of users. A deployment has at most one of them, and possibly the demo login. */
const logins: readonly (readonly [VariableName, ...VariableName[]])[] = [oidcClient, ['LOGIN_URL'], namedClient]

const ofLoginUrl = ['LOGIN_SECRET', 'LOGIN_JWKS_URL', 'LOGIN_OPERATOR_ROLE', 'LOGIN_VIEWER_ROLE'] as const

const roles: readonly (readonly [operator: VariableName, viewer: VariableName])[] = [
  ['OIDC_OPERATOR_ROLE', 'OIDC_VIEWER_ROLE'],
  ['LOGIN_OPERATOR_ROLE', 'LOGIN_VIEWER_ROLE'],
  ['CONSOLE_OIDC_OPERATOR_ROLE', 'CONSOLE_OIDC_VIEWER_ROLE'],
]

const namesOf = (tree: Parameters<typeof variablesOf>[0]) => variablesOf(tree).map(({ name }) => name as VariableName)

/**
 * Checks the rules between variables. Each problem names the variable to change. It checks raw values, so that the
 * operator sees these problems together with the problems of single variables.
 */
export function problemsBetween(given: Record<string, string | undefined>): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const complain = (name: VariableName, message: string) => problems.push({ name, message })
  const value = (name: VariableName) => given[name]

  for (const group of groups) {
    const missing = group.filter((name) => value(name) === undefined)
    if (missing.length === group.length) continue
    for (const name of missing) complain(name, `is missing: ${group.join(', ')} go together`)
  }
  const [login, ...otherLogins] = logins.filter((names) => names.some(value)).map((names) => names[0])
  if (!login && !value('DEMO_LOGIN')) {
    complain(
      'OIDC_ISSUER',
      'is missing: expected your OpenID Connect provider (or LOGIN_URL or LOGIN_PROVIDER, or DEMO_LOGIN=1 on loopback)',
    )
  }
  for (const name of otherLogins)
    complain(name, `is a second login beside ${login}: users have only one, so remove one of them`)
  // Refuse unused variables, because a required claim must not be lost when the login changes.
  const idle: [names: readonly VariableName[], without: VariableName, isIdle: boolean][] = [
    [namesOf(variables.login.oidc), 'OIDC_ISSUER', login !== undefined && login !== 'OIDC_ISSUER'],
    [
      [...namesOf(variables.login.staff), 'CONSOLE_LOGIN_SIGN_OUT_URL'],
      'CONSOLE_OIDC_ISSUER',
      !value('CONSOLE_OIDC_ISSUER'),
    ],
    [ofLoginUrl, 'LOGIN_URL', !value('LOGIN_URL')],
    [['LOGIN_SIGN_OUT_URL'], 'OIDC_ISSUER', !login],
    [['LOGIN_SECRET_PREVIOUS'], 'LOGIN_SECRET', !value('LOGIN_SECRET')],
    [['DEMO_CONNECTS'], 'DEMO_LOGIN', !value('DEMO_LOGIN')],
    [['CONNECTED_WEBHOOK_ALLOW_HTTP'], 'CONNECTED_WEBHOOK_URL', !value('CONNECTED_WEBHOOK_URL')],
  ]
  for (const [names, without, isIdle] of idle) {
    for (const name of isIdle ? names.filter(value) : []) complain(name, `is of use only with ${without}`)
  }
  if (value('LOGIN_URL')) {
    if (!value('LOGIN_SECRET') && !value('LOGIN_JWKS_URL')) {
      complain('LOGIN_SECRET', 'is missing: expected a random text, the same as on your site (or LOGIN_JWKS_URL)')
    }
    if (value('LOGIN_SECRET') && value('LOGIN_JWKS_URL')) {
      complain('LOGIN_JWKS_URL', 'is a second way to sign beside LOGIN_SECRET: remove one of them')
    }
  }
  for (const [operator, viewer] of roles) {
    if (value(viewer) && value(viewer) === value(operator)) {
      complain(viewer, `is the same as ${operator}, which allows everything: expected another role`)
    }
  }
  const ownAddress = value('NEXTAUTH_URL') ?? ''
  if (value('DEMO_LOGIN') && URL.canParse(ownAddress) && !isLoopback(new URL(ownAddress))) {
    complain('DEMO_LOGIN', 'lets anyone in: it is allowed only where NEXTAUTH_URL is a loopback address; remove it')
  }
  if (value('SUBNET_USER_ID') !== 'plain' && !value('SUBNET_USER_ID_KEY')) {
    complain(
      'SUBNET_USER_ID_KEY',
      `is missing: put the former value back; a new deployment needs ${subnetUserIdKey}, at least 32 characters`,
    )
  }
  if (value('CONNECTIONS_TOKEN') && !value('REDIS_URL')) {
    complain('CONNECTIONS_TOKEN', 'needs REDIS_URL: the connections are stored there')
  }
  const receiver = value('CONNECTED_WEBHOOK_URL') ?? ''
  if (!value('CONNECTED_WEBHOOK_ALLOW_HTTP') && URL.canParse(receiver) && !isHttpsOrLoopback(new URL(receiver))) {
    complain(
      'CONNECTED_WEBHOOK_URL',
      'is neither https nor http on loopback: expected https, or CONNECTED_WEBHOOK_ALLOW_HTTP=1 for a receiver in your private network',
    )
  }
  const operatorHours = Number(value('OPERATOR_SESSION_HOURS'))
  const userHours = Number(value('SESSION_HOURS') ?? 8)
  if (operatorHours > userHours) {
    complain('OPERATOR_SESSION_HOURS', `is longer than a user's session: expected at most SESSION_HOURS`)
  }
  const serviceAddress = value('SERVICE_BASE_URL') ?? ''
  const isStandIn = URL.canParse(serviceAddress) && isLoopback(new URL(serviceAddress))
  if (Number(value('CONFIRM_BUDGET_PER_MINUTE')) > maxConfirmsPerMinute && !isStandIn) {
    complain('CONFIRM_BUDGET_PER_MINUTE', confirmBudgetProblem)
  }
  return [...problems, ...ignoredProxy(given)]
}

/**
 * Finds out whether requests would go past the proxy that an environment names. Only newer versions of Node read its
 * variables, and only at their start.
 */
export function ignoredProxy(given: Record<string, string | undefined>): ConfigProblem[] {
  // The types of Node 20 leave this out.
  const { proxyEnv } = globalAgent.options as { proxyEnv?: unknown }
  if (given['NODE_USE_ENV_PROXY'] !== '1' || proxyEnv) return []
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isAble = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21)
  const expected = isAble
    ? 'set where Node starts, and not in a file that Node or the app reads'
    : `Node 24.5 (or 22.21) or newer; this is Node ${process.versions.node}`
  return [{ name: 'NODE_USE_ENV_PROXY', message: `has no effect: expected ${expected}` }]
}
