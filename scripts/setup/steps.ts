import { judgeAuthorization } from '../doctor/login'
import { authorizationAddress, judgeProvider, readDiscovery } from '../doctor/provider'
import { judgeRedis } from '../doctor/redis'
import { judgeKey, judgeServiceAddress } from '../doctor/service'
import type { Verdict } from '../doctor/finding'
import { isOnLoopback, parsedAnswers } from './answers'
import type { Values } from './env-file'

/** One variable that is asked for. */
export interface Question {
  name: string
  title: string
  /** Where the value comes from. */
  from: string
  /** A secret is masked as it is typed, and never shown. */
  kind: 'text' | 'secret' | 'choice'
  choices?: { value: string; label: string }[]
  /** Shown where nothing is typed yet. */
  example?: string
  isOptional?: boolean
}

/** Questions that are asked together, and what their answers are checked by. */
export interface Step {
  questions: Question[]
  /** Whether the step makes sense after the answers so far. */
  applies?: (values: Values) => boolean
  /** Said before the questions. */
  say?: (values: Values) => string
  /** What is asked of the world, in words. */
  checking?: string
  /** Asks the world whether the answers are right; undefined where there is nothing to ask. */
  check?: (values: Values) => Promise<Verdict> | undefined
}

const hasProvider = (values: Values) => values['DEMO_LOGIN'] !== '1'
const redirectAddressOf = (origin: string) => `${origin}/api/auth/callback/oidc`
const originOf = (values: Values) => parsedAnswers(values).app.address?.origin ?? '<NEXTAUTH_URL>'

/** Whether the provider takes this client with the redirect address of this app. */
async function judgeClient(client: { issuer: string; clientId: string; ownOrigin: URL }): Promise<Verdict> {
  const { issuer, clientId, ownOrigin } = client
  const read = await readDiscovery(issuer)
  if (!read.ok) return read.verdict
  const redirectAddress = redirectAddressOf(ownOrigin.origin)
  return judgeAuthorization(authorizationAddress(read.discovery, { clientId, redirectAddress }), ownOrigin)
}

/** All that setup asks for, in its order. */
export const steps: readonly Step[] = [
  {
    questions: [
      {
        name: 'SERVICE_ENVIRONMENT',
        title: 'Which deployment of the service is this for?',
        from: 'Each has its own base address, subnet and API keys.',
        kind: 'choice',
        choices: [
          { value: 'staging', label: 'staging' },
          { value: 'production', label: 'production' },
        ],
      },
    ],
  },
  {
    questions: [
      {
        name: 'SERVICE_BASE_URL',
        title: 'Base address of the service',
        from: "From your subnet's registration: {base_url} of the service's interface.",
        kind: 'text',
        example: 'https://service.example/api',
      },
    ],
    checking: 'Looking whether the service answers …',
    check: (values) => {
      const { baseUrl } = parsedAnswers(values).service
      return baseUrl ? judgeServiceAddress(baseUrl) : undefined
    },
  },
  {
    questions: [
      {
        name: 'SUBNET_ID',
        title: 'Subnet ID',
        from: 'Issued at registration: 26 characters.',
        kind: 'text',
        example: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      },
      {
        name: 'SERVICE_API_KEY',
        title: 'API key of this subnet',
        from: "Created by a current admin of the subnet, in the service's dashboard.",
        kind: 'secret',
      },
    ],
    checking: 'Checking key and subnet with a request that nobody made …',
    check: (values) => {
      const { service } = parsedAnswers(values)
      return service.baseUrl && service.subnetId && service.apiKey ? judgeKey(service, service) : undefined
    },
  },
  {
    questions: [
      {
        name: 'SERVICE_PROFILE_URL',
        title: "Your users' profile page at the service",
        from: 'The page where they press Connect. The app links to it where a link is missing or used up.',
        kind: 'text',
        example: 'https://service.example/profile',
      },
    ],
  },
  {
    questions: [
      {
        name: 'NEXTAUTH_URL',
        title: 'Address of this app',
        from: 'Where people will reach it, scheme and host alone. http://localhost:3000 is right for trying out.',
        kind: 'text',
        example: 'https://connect.example.com',
      },
    ],
  },
  {
    applies: isOnLoopback,
    questions: [
      {
        name: 'DEMO_LOGIN',
        title: 'How do your users sign in?',
        from: 'The demo login is for trying out: anyone who types a name is in.',
        kind: 'choice',
        choices: [
          { value: '', label: 'OpenID Connect provider' },
          { value: '1', label: 'demo login, on this machine alone' },
        ],
      },
    ],
  },
  {
    applies: hasProvider,
    questions: [
      {
        name: 'OIDC_ISSUER',
        title: "Issuer of your users' login",
        from: 'Any OpenID Connect provider: the address in front of /.well-known/openid-configuration.',
        kind: 'text',
        example: 'https://login.example.com',
      },
    ],
    checking: 'Reading what the provider says of itself …',
    check: (values) => {
      const { issuer } = parsedAnswers(values).login.oidc
      return issuer ? judgeProvider(issuer) : undefined
    },
  },
  {
    applies: hasProvider,
    say: (values) =>
      `Register this app at the provider as a client, with the redirect address\n${redirectAddressOf(originOf(values))}`,
    questions: [
      { name: 'OIDC_CLIENT_ID', title: 'Client ID', from: 'From the provider.', kind: 'text' },
      { name: 'OIDC_CLIENT_SECRET', title: 'Client secret', from: 'From the provider.', kind: 'secret' },
    ],
    checking: 'Asking the provider whether it takes the redirect address …',
    check: (values) => {
      const { app, login } = parsedAnswers(values)
      const { issuer, clientId } = login.oidc
      return issuer && clientId && app.address ? judgeClient({ issuer, clientId, ownOrigin: app.address }) : undefined
    },
  },
  {
    questions: [
      {
        name: 'CONSOLE_USERS',
        title: 'Who may open the console?',
        from: 'User IDs or e-mail addresses at your login, separated by commas. Nobody, if you leave it empty.',
        kind: 'text',
        example: 'ada@example.com',
        isOptional: true,
      },
      {
        name: 'TRUSTED_PROXY_HOPS',
        title: 'How many proxies stand in front of this app?',
        from: 'Each that adds an address to X-Forwarded-For. npm run doctor checks it later.',
        kind: 'text',
        example: '0',
        isOptional: true,
      },
    ],
  },
  {
    questions: [
      {
        name: 'REDIS_URL',
        title: 'Redis, for more than one instance',
        from: 'redis://user:password@host:6379/0, or rediss:// for TLS. One instance needs none: leave it empty.',
        kind: 'secret',
        isOptional: true,
      },
    ],
    checking: 'Asking Redis …',
    check: (values) => {
      const { redisUrl } = parsedAnswers(values)
      return redisUrl === undefined ? undefined : judgeRedis({ redisUrl })
    },
  },
]

/** The variables whose values may be shown: every other one can be a secret or have one in it. */
export const shownNames = new Set(
  steps.flatMap(({ questions }) => questions.filter(({ kind }) => kind !== 'secret').map(({ name }) => name)),
)
