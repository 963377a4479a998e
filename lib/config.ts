import 'server-only'
import { z } from 'zod'
import { isLoopback, type ServiceAccess } from '@/lib/service'

/**
 * The one reader of `process.env`. Everything else is handed plain values from the object that
 * `config()` returns, so that what a deployment may set is all in this file, and nowhere else.
 */

const minimumSecretLength = 32
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/
const parameterName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/**
 * A required text. zod's own messages are replaced throughout: they can quote the value, and what a
 * person needs is where the value comes from.
 */
const text = (expected: string) => z.string({ error: `is missing: expected ${expected}` })

const secret = (expected: string) =>
  text(expected).min(minimumSecretLength, {
    error: `is too short: expected ${expected}, at least ${minimumSecretLength} characters`,
  })

const url = (expected: string, refine: (url: URL) => string | undefined) =>
  text(expected).transform((value, context) => {
    const problem = URL.canParse(value) ? refine(new URL(value)) : 'is not an absolute URL'
    if (problem) {
      context.addIssue({ code: 'custom', message: `${problem}: expected ${expected}` })
      return z.NEVER
    }
    return new URL(value)
  })

const httpsOrLoopback = (url: URL) => {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined
  return 'is neither https nor http on loopback'
}

const withoutQuery = (url: URL) =>
  httpsOrLoopback(url) ??
  (url.search || url.hash || url.username ? 'has a query, a fragment or a user name' : undefined)

const withoutPath = (url: URL) => withoutQuery(url) ?? (url.pathname === '/' ? undefined : 'has a path')

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `is not one of the allowed values: expected ${values.join(' or ')}` })

const nameOf = (purpose: string, byDefault: string) =>
  z
    .string()
    .regex(parameterName, { error: `is not a name: expected the name of ${purpose}, like ${byDefault}` })
    .default(byDefault)

const seconds = (range: { from: number; to: number; byDefault: number }) => {
  const error = `is not a number of seconds from ${range.from} to ${range.to}`
  return z.coerce.number({ error }).min(range.from, { error }).max(range.to, { error }).default(range.byDefault)
}

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )

const environment = z.object({
  SERVICE_BASE_URL: url('the base address of the service, https (http on loopback only)', withoutQuery),
  SUBNET_ID: text('the subnet ID issued at registration, a ULID').regex(ulid, {
    error: 'is not a ULID: expected the subnet ID issued at registration, 26 characters',
  }),
  SERVICE_API_KEY: text("the subnet's API key, created by an admin of the subnet").regex(/^[\x21-\x7e]+$/, {
    error: "has characters that no key has: expected the subnet's API key and nothing else, on one line",
  }),
  SERVICE_ENVIRONMENT: oneOf(['staging', 'production']).default('staging'),
  SERVICE_PROFILE_URL: url('the page at the service where a user presses Connect, https', httpsOrLoopback),
  SERVICE_DEADLINE_SECONDS: seconds({ from: 1, to: 25, byDefault: 10 }),
  SERVICE_SIGNATURE_FIELD: nameOf('the confirm body’s signature field', 'signature'),
  SERVICE_PARAM_FROM: nameOf('the parameter for the first date', 'from'),
  SERVICE_PARAM_UNTIL: nameOf('the parameter for the last date', 'until'),
  SERVICE_PARAM_PAGE: nameOf('the parameter for the page number', 'page'),
  SERVICE_PARAM_LIMIT: nameOf('the parameter for the results per page', 'limit'),
  SERVICE_PARAM_ADDRESS: nameOf('the parameter for the wallet address', 'address'),
  SUBNET_USER_ID: oneOf(['hashed', 'plain']).default('hashed'),
  SUBNET_USER_ID_KEY: secret('a random text that never changes').optional(),
  NEXTAUTH_URL: url("this app's own address without a path, https (http on loopback only)", withoutPath),
  NEXTAUTH_SECRET: secret('a random text, the same on every instance'),
  HOLD_PASSWORD: secret('a random text, the same on every instance'),
  HOLD_PASSWORD_PREVIOUS: secret('the value that HOLD_PASSWORD had before').optional(),
  OIDC_ISSUER: url(
    'the issuer of your OpenID Connect provider, https (http on loopback only)',
    withoutQuery,
  ).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_WALLET_CLAIM: z.string().optional(),
  OIDC_OPERATOR_ROLE: z.string().optional(),
  DEMO_LOGIN: oneOf(['1']).optional(),
  CONSOLE_USERS: list,
  TASK_BATCH_COLUMNS: list,
  WALLET_PROOF: oneOf(['optional', 'required']).default('optional'),
  REDIS_URL: z
    .undefined({ error: 'is not supported by this version: leave it empty, holds are kept in a sealed cookie' })
    .optional(),
  SERVICE_JWT: z
    .undefined({ error: 'is never read: a subnet-admin JWT is pasted for one upload and kept nowhere; remove it' })
    .optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
})

type Environment = z.output<typeof environment>

/** The names of all variables that are known, set or not. */
export const variableNames = Object.keys(environment.shape)

/**
 * Rules that hold between two variables; each problem is told at the variable to be changed. They are
 * read as given, so that they are told along with what is wrong with one variable alone.
 */
function problemsBetween(given: Partial<Record<string, string>>): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const complain = (name: keyof Environment, message: string) => problems.push({ name, message })
  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = oidcNames.filter((name) => given[name] === undefined)
  if (missing.length > 0 && missing.length < oidcNames.length) {
    for (const name of missing) complain(name, 'is missing: the three OIDC_ variables go together')
  }
  if (missing.length === oidcNames.length && !given.DEMO_LOGIN) {
    complain('OIDC_ISSUER', 'is missing: expected your OpenID Connect provider (or DEMO_LOGIN=1 on loopback)')
  }
  const { NEXTAUTH_URL: ownAddress = '' } = given
  if (given.DEMO_LOGIN && URL.canParse(ownAddress) && !isLoopback(new URL(ownAddress))) {
    complain('DEMO_LOGIN', 'lets anyone in: it is allowed only where NEXTAUTH_URL is a loopback address; remove it')
  }
  return problems
}

/** One variable that is wrong or missing. `message` says what is expected and never quotes the value. */
export interface ConfigProblem {
  name: string
  message: string
}

/** All that a deployment sets, typed. Times are in milliseconds. */
export interface Config {
  service: ServiceAccess & {
    environment: 'staging' | 'production'
    profileUrl: string
    /** How long one call may take. */
    deadlineMs: number
  }
  app: {
    /** Scheme, host and port of this app as browsers see them. */
    origin: string
    host: string
    isHttps: boolean
    /** True under `next dev`, where React needs `eval` for its error overlays. */
    isDevelopment: boolean
  }
  subnetUserId: { format: 'hashed' | 'plain'; key: string }
  hold: { password: string; previousPassword: string | undefined }
  login: {
    secret: string
    oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
    walletClaim: string | undefined
    operatorRole: string | undefined
    isDemo: boolean
  }
  /** User ids or e-mail addresses that may open the console. */
  consoleUsers: string[]
  /** Columns that a CSV of task runs must have; the interface does not name any. */
  taskBatchColumns: string[]
  walletProof: 'optional' | 'required'
  logLevel: Environment['LOG_LEVEL']
}

/**
 * Parses an environment.
 *
 * @returns the configuration, or every problem at once: each variable's own first, in their order.
 */
export function parseConfig(
  variables: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] } {
  // An empty value counts as none: `NAME=` in an .env file is how people leave a variable out.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  const ownProblems = (parsed.error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }))
  const ownNames = new Set(ownProblems.map(({ name }) => name))
  const problems = [...ownProblems, ...problemsBetween(given).filter(({ name }) => !ownNames.has(name))]
  if (!parsed.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, config: configOf(parsed.data) }
}

function configOf(values: Environment): Config {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  return {
    service: {
      baseUrl: values.SERVICE_BASE_URL.href.replace(/\/+$/, ''),
      subnetId: values.SUBNET_ID,
      apiKey: values.SERVICE_API_KEY,
      environment: values.SERVICE_ENVIRONMENT,
      profileUrl: values.SERVICE_PROFILE_URL.href,
      deadlineMs: values.SERVICE_DEADLINE_SECONDS * 1000,
      names: {
        signature: values.SERVICE_SIGNATURE_FIELD,
        from: values.SERVICE_PARAM_FROM,
        until: values.SERVICE_PARAM_UNTIL,
        page: values.SERVICE_PARAM_PAGE,
        limit: values.SERVICE_PARAM_LIMIT,
        address: values.SERVICE_PARAM_ADDRESS,
      },
    },
    app: {
      origin: values.NEXTAUTH_URL.origin,
      host: values.NEXTAUTH_URL.host,
      isHttps: values.NEXTAUTH_URL.protocol === 'https:',
      isDevelopment: values.NODE_ENV === 'development',
    },
    subnetUserId: { format: values.SUBNET_USER_ID, key: values.SUBNET_USER_ID_KEY ?? values.NEXTAUTH_SECRET },
    hold: { password: values.HOLD_PASSWORD, previousPassword: values.HOLD_PASSWORD_PREVIOUS },
    login: {
      secret: values.NEXTAUTH_SECRET,
      oidc: issuer && clientId && clientSecret ? { issuer: issuer.href, clientId, clientSecret } : undefined,
      walletClaim: values.OIDC_WALLET_CLAIM,
      operatorRole: values.OIDC_OPERATOR_ROLE,
      isDemo: values.DEMO_LOGIN === '1',
    },
    consoleUsers: values.CONSOLE_USERS,
    taskBatchColumns: values.TASK_BATCH_COLUMNS,
    walletProof: values.WALLET_PROOF,
    logLevel: values.LOG_LEVEL,
  }
}

let parsedOnce: Config | undefined

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
