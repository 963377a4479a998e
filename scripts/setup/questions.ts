import { readVariables, variablesOf } from '../../lib/config/variable'
import { variables } from '../../lib/config/variables'
import { isLoopback } from '../../lib/service'
import { judgeLogin, judgeProvider } from '../checks/provider'
import { judgeRedis } from '../checks/redis'
import { judgeKey, judgeServiceAddress } from '../checks/service'
import type { Verdict } from '../checks/verdict'
import type { Values } from './env-file'

const schemas = new Map(variablesOf(variables).map(({ name, schema }) => [name, schema]))

export const isKnown = (name: string) => schemas.has(name)

/** What is wrong with an answer, by the rules with which the app starts; undefined if nothing is. */
export function problemWith(name: string, value: string): string | undefined {
  const message = schemas.get(name)?.safeParse(value.trim() || undefined).error?.issues[0]?.message
  return message && `${name} ${message}`
}

/** The answers that are right, as the app reads them; the others are undefined. */
function parsedAnswers(values: Values) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return readVariables(variables, given, () => {})
}

type Answers = ReturnType<typeof parsedAnswers>

/** One variable that is asked for. .env.example says where its value comes from. */
export interface Question {
  name: string
  title: string
  /** Labels by value, if the person chooses one. */
  choices?: Record<string, string>
  isOptional?: boolean
  /** Masked as it is typed, and never shown. */
  isSecret?: boolean
}

/** Questions that are asked together. In the answers, undefined stands for one that is not right. */
export interface Step {
  questions: Question[]
  applies?: (answers: Answers) => boolean
  /** Asks the service, the provider or Redis whether the answers are right; undefined if there is nothing to ask. */
  check?: (answers: Answers) => Promise<Verdict | Verdict[]> | undefined
}

/** All that setup asks for, in its order. */
export const steps: readonly Step[] = [
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
  {
    applies: ({ app: { address } }) => Boolean(address) && isLoopback(address),
    questions: [
      {
        name: 'DEMO_LOGIN',
        title: 'How do your users sign in?',
        choices: { '': 'OpenID Connect provider', 1: 'demo login, on this machine alone' },
      },
    ],
  },
  {
    applies: hasProvider,
    questions: [{ name: 'OIDC_ISSUER', title: "Issuer of your users' login" }],
    check: ({ login: { oidc } }) => {
      const { issuer } = oidc
      return issuer ? judgeProvider({ ...oidc, issuer }) : undefined
    },
  },
  {
    applies: hasProvider,
    questions: [
      { name: 'OIDC_CLIENT_ID', title: 'Client ID' },
      { name: 'OIDC_CLIENT_SECRET', title: 'Client secret', isSecret: true },
    ],
    check: ({ app: { address }, login: { oidc } }) => {
      const { issuer, clientId, clientSecret, scope } = oidc
      return issuer && clientId && clientSecret && scope && address
        ? judgeLogin({ ...oidc, issuer, clientId, clientSecret }, address)
        : undefined
    },
  },
  {
    questions: [
      { name: 'CONSOLE_USERS', title: 'Who may open the console?', isOptional: true },
      { name: 'TRUSTED_PROXY_HOPS', title: 'How many proxies stand in front of this app?', isOptional: true },
      { name: 'REDIS_URL', title: 'Redis, for more than one instance', isOptional: true, isSecret: true },
    ],
    check: ({ redisUrl }) => (redisUrl ? judgeRedis({ redisUrl }) : undefined),
  },
]

function hasProvider({ login }: Answers): boolean {
  return !login.isDemo
}

/** Whether the questions make sense after the answers so far. */
export const applies = (step: Step, values: Values) => step.applies?.(parsedAnswers(values)) ?? true

/** Checks the answers of a step; undefined if there is nothing to check. */
export function checkStep(step: Step, values: Values): Promise<Verdict[]> | undefined {
  const checking = applies(step, values) ? step.check?.(parsedAnswers(values)) : undefined
  return checking?.then((verdicts) => [verdicts].flat())
}
