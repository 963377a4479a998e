import { readVariables, variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import { isLoopback } from '../../lib/service'
import { withVariablesOf, type People } from '../../lib/auth/people'
import { judgeJwks, judgeLoginUrl, judgeSiteClock } from '../checks/own-site'
import { judgeLogin, judgeProvider, openIdLogin } from '../checks/provider'
import { judgeRedis } from '../checks/redis'
import { judgeKey, judgeServiceAddress } from '../checks/service'
import type { Verdict } from '../checks/verdict'
import { madeSecret } from './changes'
import type { Values } from './env-file'
import { namesOf, withoutValues, type LoginKind } from './logins'

const schemas = new Map(variablesOf(variables).map(({ name, schema }) => [name, schema]))

export const isKnown = (name: string) => schemas.has(name)

/** Returns the problem with an answer by the rules with which the app starts; undefined if it is valid. */
export function problemWith(name: string, value: string): string | undefined {
  const message = schemas.get(name)?.safeParse(value.trim() || undefined).error?.issues[0]?.message
  return message && `${name} ${message}`
}

/** Returns the valid answers, parsed by the app's rules. Invalid answers are undefined. */
function parsedAnswers(values: Values) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return readVariables(variables, given, () => {})
}

type Answers = ReturnType<typeof parsedAnswers>

/** A question for one variable. .env.example says where its value comes from. */
export interface Question {
  name: string
  title: string
  choices?: Record<string, string>
  isOptional?: boolean
  /** Whether to mask the answer while the person types it, and never to show it. */
  isSecret?: boolean
}

/** Questions that setup asks together. Invalid answers are undefined. */
export interface Step {
  questions: Question[]
  applies?: (answers: Answers) => boolean
  /** The variables that the answers make useless. */
  unneeded?: (answers: Answers) => string[]
  /** Checks the answers at the service, the login or Redis; undefined if there is nothing to check. */
  check?: (answers: Answers) => Promise<Verdict | Verdict[]> | undefined
}

export const firstSteps: readonly Step[] = [
  {
    questions: [
      {
        name: 'SERVICE_ENVIRONMENT',
        title: 'Which deployment of the service is this for?',
        choices: { staging: 'staging', production: 'production' },
      },
    ],
  },
  {
    questions: [{ name: 'SERVICE_BASE_URL', title: 'Base address of the service' }],
    check: ({ service: { baseUrl } }) => (baseUrl ? judgeServiceAddress(baseUrl) : undefined),
  },
  {
    questions: [
      { name: 'SUBNET_ID', title: 'Subnet ID' },
      { name: 'SERVICE_API_KEY', title: 'API key of this subnet', isSecret: true },
    ],
    check: ({ service: access }) =>
      access.baseUrl && access.subnetId && access.apiKey ? judgeKey(access, access) : undefined,
  },
  {
    questions: [
      { name: 'SERVICE_PROFILE_URL', title: "Your users' profile page at the service" },
      { name: 'NEXTAUTH_URL', title: 'Address of this app' },
    ],
  },
]

/** Returns the questions about the OpenID provider of users or staff. Staff need no separate provider. */
function openIdSteps(people: People): readonly Step[] {
  const isOfStaff = people === 'staff'
  const place = isOfStaff ? 'staff' : 'oidc'
  const named = (name: string) => withVariablesOf(people, name)
  return [
    {
      questions: [
        {
          name: named('OIDC_ISSUER'),
          title: isOfStaff ? "Issuer of the staff's login, if it is separate" : "Issuer of your users' login",
          isOptional: isOfStaff,
        },
      ],
      unneeded: ({ login }) => (isOfStaff && !login.staff.issuer ? namesOf(variables.login.staff) : []),
      check: ({ login: { [place]: settings } }) => {
        const { issuer } = settings
        return issuer ? judgeProvider(openIdLogin(people, { ...settings, issuer })) : undefined
      },
    },
    {
      applies: ({ login }) => login[place].issuer !== undefined,
      questions: [
        { name: named('OIDC_CLIENT_ID'), title: 'Client ID' },
        { name: named('OIDC_CLIENT_SECRET'), title: 'Client secret', isSecret: true },
      ],
      check: ({ app: { address }, login: { [place]: settings } }) => {
        const { issuer, clientId, clientSecret, scope } = settings
        if (!issuer || !clientId || !clientSecret || !scope || !address) return undefined
        const whole = { walletClaim: undefined, ...settings, issuer, clientId, clientSecret }
        return judgeLogin(openIdLogin(people, whole), address)
      },
    },
  ]
}

export const loginSteps: Record<LoginKind, readonly Step[]> = {
  oidc: openIdSteps('users'),
  site: [
    {
      questions: [{ name: 'LOGIN_URL', title: 'Page of your site that signs your users in' }],
      check: ({ login: { site } }) =>
        site.url ? Promise.all([judgeLoginUrl(site.url), judgeSiteClock(site.url)]) : undefined,
    },
    {
      questions: [
        {
          name: 'LOGIN_JWKS_URL',
          title: "Address of your site's public keys. Leave it empty to sign with a secret that setup makes",
          isOptional: true,
        },
      ],
      unneeded: ({ login: { site } }) => (site.jwksUrl ? ['LOGIN_SECRET', 'LOGIN_SECRET_PREVIOUS'] : []),
      check: ({ login: { site } }) => (site.jwksUrl ? judgeJwks(site.jwksUrl) : undefined),
    },
  ],
  named: [
    {
      questions: [
        { name: 'LOGIN_CLIENT_ID', title: 'Client ID' },
        { name: 'LOGIN_CLIENT_SECRET', title: 'Client secret', isSecret: true },
      ],
    },
  ],
}

/** The questions about the staff's login, which are useless with the demo login. */
export const staffSteps = openIdSteps('staff')

export const lastSteps: readonly Step[] = [
  {
    questions: [
      { name: 'CONSOLE_USERS', title: 'Who may open the console?', isOptional: true },
      {
        name: 'TRUSTED_PROXY_HOPS',
        title: 'How many proxies add the client address to X-Forwarded-For? Empty on a laptop',
        isOptional: true,
      },
      {
        name: 'REDIS_URL',
        title: 'Redis, for more than one instance, and to keep who has which wallet. Empty on a laptop',
        isOptional: true,
        isSecret: true,
      },
    ],
    check: ({ redisUrl }) => (redisUrl ? judgeRedis({ redisUrl }) : undefined),
  },
  {
    applies: ({ redisUrl, connectionsToken }) => redisUrl !== undefined && connectionsToken === undefined,
    questions: [
      {
        name: 'CONNECTIONS_TOKEN',
        title: 'Keep who has which wallet?',
        // The value of “yes” is a new token.
        choices: { [madeSecret()]: 'yes, with a token that setup makes', '': 'no' },
      },
    ],
  },
]

export const steps: readonly Step[] = [...firstSteps, ...Object.values(loginSteps).flat(), ...staffSteps, ...lastSteps]

export function canHaveDemo(values: Values): boolean {
  const { address } = parsedAnswers(values).app
  return Boolean(address) && isLoopback(address)
}

/** Checks whether the earlier answers require the questions of a step. */
export const applies = (step: Step, values: Values) => step.applies?.(parsedAnswers(values)) ?? true

/** Empties the variables that the answers of a step make useless. */
export const withoutUnneeded = (step: Step, values: Values): Values =>
  withoutValues(values, step.unneeded?.(parsedAnswers(values)) ?? [])

/** Checks the answers of a step; undefined if there is nothing to check. */
export function checkStep(step: Step, values: Values): Promise<Verdict[]> | undefined {
  const checking = applies(step, values) ? step.check?.(parsedAnswers(values)) : undefined
  return checking?.then((verdicts) => [verdicts].flat())
}
