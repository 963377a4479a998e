import 'server-only'
import { problemsBetween } from './rules'
import { readVariables, variablesOf, type ConfigProblem, type ValuesOf } from './variable'
import { variables } from './variables'

/*
 * What a deployment sets, as typed values. `process.env` is read here; only `instrumentation.ts` looks
 * at a variable of its own there, which Next sets.
 */

export type { ConfigProblem } from './variable'
export { idTokenAlgorithms, siteKeyAlgorithms } from './variables'

/** The names of all variables that are known, set or not. */
export const variableNames = variablesOf(variables).map(({ name }) => name)

/** Those of them that say how and where a process runs: nobody sets them for this app. */
export const namesSetByTheSystem: readonly string[] = ['NODE_ENV', 'VERCEL']

/** Where names of this app's variables begin that no other program is likely to use. */
const appPrefixes =
  /^(?:SERVICE|OIDC|CONSOLE_OIDC|LOGIN|CONNECT|CONNECTED|CONNECTIONS|CONFIRM|HOLD|WALLET|OPERATOR|SHUTDOWN|SIGN_IN)_/
/** Names that a version before this one read. */
const retiredNames: readonly string[] = ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY']
/** What Kubernetes sets for each service, in every container of a namespace. */
const madeByKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/

/**
 * Names in an environment that look like this app's and that it does not know: a slip, or a variable of
 * another version than this one.
 */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment)
    .filter((name) => appPrefixes.test(name) || retiredNames.includes(name))
    .filter((name) => !madeByKubernetes.test(name) && !variableNames.includes(name))
    .sort()
}

/** An operator's session where OPERATOR_SESSION_HOURS does not say: it opens every user's figures. */
const defaultOperatorHours = 2

const hoursToSeconds = (hours: number) => Math.round(hours * 60 * 60)

/** All that a deployment sets, typed. Times are in milliseconds where the name says nothing else. */
export type Config = ReturnType<typeof configOf>

/** Shapes the values of variables that make sense only together. */
function configOf(values: ValuesOf<typeof variables>) {
  const { app, subnetUserId, login, webhook, adminJwt: _refused, ...others } = values
  const { userHours, operatorHours = defaultOperatorHours } = login.session
  return {
    ...others,
    app: {
      /** Scheme, host and port of this app as browsers see them. */
      origin: app.address.origin,
      host: app.address.host,
      isHttps: app.address.protocol === 'https:',
      isDevelopment: app.isDevelopment,
      isOnPlatform: app.isOnPlatform,
    },
    subnetUserId: userIdSettings(subnetUserId),
    login: {
      ...login,
      oidc: oidcSettings(login.oidc),
      site: login.site.url ? { ...login.site, url: login.site.url } : undefined,
      named: namedSettings(login.named),
      staff: oidcSettings({ ...login.staff, walletClaim: undefined }),
      session: {
        userSeconds: hoursToSeconds(userHours),
        operatorSeconds: hoursToSeconds(Math.min(operatorHours, userHours)),
      },
    },
    webhook: webhook.url && webhook.secret ? { ...webhook, url: webhook.url, secret: webhook.secret } : undefined,
  }
}

function oidcSettings({ issuer, clientId, clientSecret, ...others }: ValuesOf<typeof variables>['login']['oidc']) {
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, ...others } : undefined
}

function namedSettings({ provider, clientId, clientSecret }: ValuesOf<typeof variables>['login']['named']) {
  return provider && clientId && clientSecret ? { provider, clientId, clientSecret } : undefined
}

function userIdSettings({
  format,
  key,
}: ValuesOf<typeof variables>['subnetUserId']): { format: 'plain' } | { format: 'hashed'; key: string } {
  if (format === 'plain') return { format }
  if (key === undefined) throw new TypeError('The rules let SUBNET_USER_ID_KEY be missing.')
  return { format, key }
}

/**
 * Parses an environment.
 *
 * @returns the configuration, or every problem at once: each variable's own first, in their order.
 */
export function parseConfig(
  environment: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] } {
  const given = givenIn(environment)
  const problems: ConfigProblem[] = []
  const values = readVariables(variables, given, (problem) => problems.push(problem))
  const ownNames = new Set(problems.map(({ name }) => name))
  problems.push(...problemsBetween(given).filter(({ name }) => !ownNames.has(name)))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: configOf(values) }
}

/** An empty value counts as none: `NAME=` in an .env file is how people leave a variable out. */
const givenIn = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))

/**
 * Parses the variables of a command that only calls the service.
 *
 * @throws ConfigError with every problem by name
 */
export function parseServiceConfig(environment: Record<string, string | undefined>) {
  const { profileUrl: _unused, ...service } = variables.service
  const { stuckAfterMinutes, taskBatchColumns } = variables
  const problems: ConfigProblem[] = []
  const given = givenIn(environment)
  const values = readVariables({ service, stuckAfterMinutes, taskBatchColumns }, given, (each) => problems.push(each))
  if (problems.length > 0) throw new ConfigError(problems)
  return values
}

let parsedOnce: Config | undefined

/** The names of this process's environment that look like this app's and that it does not know. */
export const unknownVariablesHere = (): string[] => unknownVariables(process.env)

/**
 * The configuration of this process, parsed at the first call and kept.
 *
 * @throws ConfigError with every problem by name; `instrumentation.ts` turns it into exit code 1.
 */
export function config(): Config {
  if (!parsedOnce) {
    const result = parseConfig(process.env)
    if (!result.ok) throw new ConfigError(result.problems)
    parsedOnce = result.config
  }
  return parsedOnce
}

/** The environment cannot be used. Its message lists each variable and what is expected of it, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: ConfigProblem[]) {
    const lines = problems.map((problem) => `  ${problem.name} ${problem.message}`)
    super(
      ['The configuration is not complete.', ...lines, 'Where each value comes from is written in .env.example.'].join(
        '\n',
      ),
    )
  }
}
