import 'server-only'
import nextEnv from '@next/env'
import { cutVariables } from './env-file.mjs'
import { problemsBetween } from './rules'
import { readVariables, type ConfigProblem, type ValuesOf } from './variable'
import { variables } from './variables'

export type { ConfigProblem } from './variable'
export { namesSetByTheSystem, unknownVariables, variableNames } from './names'
export { idTokenAlgorithms, siteKeyAlgorithms } from './variables'

const hoursToSeconds = (hours: number) => Math.round(hours * 60 * 60)

/** All settings of a deployment. Times are in milliseconds unless the name has another unit. */
export type Config = ReturnType<typeof configOf>

function configOf(values: ValuesOf<typeof variables>) {
  const { app, subnetUserId, login, webhook, adminJwt: _refused, ...others } = values
  const { userHours, operatorHours } = login.session
  return {
    ...others,
    app: {
      origin: app.address.origin,
      host: app.address.host,
      isHttps: app.address.protocol === 'https:',
      /** True under `next dev`, where React needs `eval` for its error overlays. */
      isDevelopment: app.mode === 'development',
      /** True if a platform runs this app in its own server, which this app must not guard. */
      isOnPlatform: app.platform !== undefined,
    },
    subnetUserId: userIdSettings(subnetUserId),
    /** Without the variable, a deployment with Redis probably has two. */
    instances: others.instances ?? (others.redisUrl === undefined ? 1 : 2),
    login: {
      ...login,
      oidc: together(login.oidc, 'issuer', 'clientId', 'clientSecret'),
      site: together(login.site, 'url'),
      named: together(login.named, 'provider', 'clientId', 'clientSecret'),
      staff: together({ ...login.staff, walletClaim: undefined }, 'issuer', 'clientId', 'clientSecret'),
      session: {
        userSeconds: hoursToSeconds(userHours),
        operatorSeconds: hoursToSeconds(Math.min(operatorHours, userHours)),
      },
    },
    /** Identify the deployment in each metric, log line, webhook and span, so that one query finds those of a subnet. */
    labels: { environment: others.service.environment, subnet_id: others.service.subnetId },
    webhook: together(webhook, 'url', 'secret'),
  }
}

/** Returns the settings if the variables of these names are set. The rules allow only all of them or none. */
function together<Settings extends object, Name extends keyof Settings>(settings: Settings, ...names: Name[]) {
  const isSet = (each: Settings): each is Settings & { [Each in Name]: NonNullable<Settings[Each]> } =>
    names.every((name) => each[name] !== undefined)
  return isSet(settings) ? settings : undefined
}

function userIdSettings({ format, key }: ValuesOf<typeof variables>['subnetUserId']) {
  if (format === 'plain') return { format }
  if (key === undefined) throw new TypeError('The rules let SUBNET_USER_ID_KEY be missing.')
  return { format, key }
}

/** Parses an environment. The problems of single variables come first. */
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

/** Drops empty values, because `NAME=` in an .env file means that the variable is not set. */
const givenIn = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))

/** Parses the variables of a command that only calls the service. @throws ConfigError */
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

/** Returns the configuration of this process. @throws ConfigError, which `instrumentation.ts` turns into exit code 1 */
export function config(): Config {
  if (!parsedOnce) {
    const result = parseConfig(process.env)
    if (!result.ok) throw new ConfigError(result.problems)
    parsedOnce = result.config
  }
  return parsedOnce
}

/** @throws ConfigError if Next or Node has dropped a part of a value of a file that they read for this process. */
export function refuseCutVariables(): void {
  const isDevelopment = process.env['NODE_ENV'] === 'development'
  const problems = cutVariables(nextEnv.loadEnvConfig(process.cwd(), isDevelopment).loadedEnvFiles)
  if (problems.length > 0) throw new ConfigError(problems)
}

/** The environment is invalid. The message lists each variable with what is expected, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: ConfigProblem[]) {
    const lines = problems.map((problem) => `  ${problem.name} ${problem.message}`)
    super(
      ['The configuration is not complete.', ...lines, '.env.example describes where each value comes from.'].join(
        '\n',
      ),
    )
  }
}
