import 'server-only'
import { z } from 'zod'
import {
  claimAndValues,
  claimName,
  consoleAddresses,
  flag,
  httpsOrLoopback,
  linkWith,
  list,
  nameOf,
  numberOf,
  oneOf,
  receiverAddress,
  redisAddress,
  secret,
  sharedSecret,
  text,
  url,
  wholeNumberOf,
  withoutNonce,
  withoutPath,
  withoutQuery,
  withoutUser,
} from './values'
import { variable } from './variable'

/**
 * Algorithms of ID tokens, in the order of preference. RS256 is the default of OpenID Connect. Those by a secret that
 * both sides know are left out, and so is none.
 */
export const idTokenAlgorithms = [
  'RS256',
  'ES256',
  'EdDSA',
  'PS256',
  'RS384',
  'RS512',
  'ES384',
  'ES512',
  'PS384',
  'PS512',
] as const

/** What the operator's own site may sign with where it has a key pair. */
export const siteKeyAlgorithms = ['ES256', 'EdDSA', 'PS256', 'RS256'] as const

const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/
/** A secret that a program of the operator's sends as bearer. */
const bearerSecret = () =>
  secret('a random text')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, {
      error: 'has characters that no bearer token has: expected letters, digits and ._~+/-=',
    })
    .optional()

/** As the Standard Webhooks scheme writes a secret: 24 to 64 random bytes in base64, behind `whsec_`. */
function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const { length } = Buffer.from(base64, 'base64')
  return length >= 24 && length <= 64
}

/** A new key gives every user another ID at the service, for good: who upgrades must not make one. */
export const subnetUserIdKey =
  'a random text that never changes (upgrading from a version without it: take the value of NEXTAUTH_SECRET)'

const dayInMs = 24 * 60 * 60 * 1000
const toMs = (unitInMs: number) => (value: number) => value * unitInMs

/** The variables of a login at an OpenID provider. The console's login may be another one than the users'. */
function oidcVariables<const Prefix extends 'OIDC' | 'CONSOLE_OIDC'>(prefix: Prefix) {
  return {
    issuer: variable(
      `${prefix}_ISSUER`,
      url('the issuer of an OpenID Connect provider, https (http on loopback only)', withoutQuery)
        .transform(({ href }) => href)
        .optional(),
    ),
    clientId: variable(`${prefix}_CLIENT_ID`, z.string().optional()),
    clientSecret: variable(`${prefix}_CLIENT_SECRET`, z.string().optional()),
    /** How old a sign-in at the provider may be before it asks the person again; absent for any age. */
    maxAgeSeconds: variable(
      `${prefix}_MAX_AGE_SECONDS`,
      wholeNumberOf('seconds', { from: 0, to: 2_592_000 }).optional(),
    ),
    scope: variable(
      `${prefix}_SCOPE`,
      z
        .string()
        .refine((value) => value.split(' ').includes('openid'), {
          error: 'is without openid: expected scopes separated by spaces, like openid profile email',
        })
        .default('openid profile email'),
    ),
    /** How the client secret is sent, where the provider lists more ways than the client is registered for. */
    clientAuth: variable(`${prefix}_CLIENT_AUTH`, oneOf(['basic', 'post']).optional()),
    /** The algorithm of ID tokens, where the provider lists several and uses another than the first known one. */
    idTokenAlgorithm: variable(`${prefix}_ID_TOKEN_ALG`, oneOf(idTokenAlgorithms).optional()),
    /** What the provider asks a person who is still signed in there. */
    prompt: variable(`${prefix}_PROMPT`, oneOf(['login', 'select_account']).optional()),
    /** The claim without which a person is turned away, and the values that it may have. */
    requiredClaim: variable(`${prefix}_REQUIRED_CLAIM`, claimAndValues().optional()),
    /** True where the provider's e-mail addresses are its own, and need no `email_verified`. */
    trustsEmail: variable(`${prefix}_TRUST_EMAIL`, flag()),
    /** The claim that users are known by. */
    userIdClaim: variable(`${prefix}_USER_ID_CLAIM`, claimName().default('sub')),
    /** Whether the provider signs the nonce of a login into the ID token. */
    usesNonce: variable(
      `${prefix}_NONCE`,
      z
        .enum(['0', '1'], { error: 'is not one of the allowed values: expected 0, or nothing' })
        .default('1')
        .transform((value) => value === '1'),
    ),
    /** Users with this role are operators. */
    operatorRole: variable(`${prefix}_OPERATOR_ROLE`, z.string().optional()),
    /** Users with this role are viewers. */
    viewerRole: variable(`${prefix}_VIEWER_ROLE`, z.string().optional()),
    /** Where these roles are looked for. */
    rolesClaims: variable(
      `${prefix}_ROLES_CLAIM`,
      claimName()
        .transform((claim) => [claim])
        // Entra, Okta, Authentik and Keycloak can send one of them.
        .default(['roles', 'groups', 'role']),
    ),
  }
}

/**
 * Every variable that a deployment may set, once: its name, what it may be, and by its place what the
 * code calls it. `.env.example` says where each value comes from.
 */
export const variables = {
  service: {
    baseUrl: variable(
      'SERVICE_BASE_URL',
      url('the base address of the service, https (http on loopback only)', withoutQuery).transform(({ href }) =>
        href.replace(/\/+$/, ''),
      ),
    ),
    subnetId: variable(
      'SUBNET_ID',
      text('the subnet ID issued at registration, a ULID').regex(ulid, {
        error: 'is not a ULID: expected the subnet ID issued at registration, 26 characters',
      }),
    ),
    apiKey: variable(
      'SERVICE_API_KEY',
      text("the subnet's API key, created by an admin of the subnet").regex(/^[\x21-\x7e]+$/, {
        error: "has characters that no key has: expected the subnet's API key and nothing else, on one line",
      }),
    ),
    environment: variable('SERVICE_ENVIRONMENT', oneOf(['staging', 'production'])),
    /** Where users press Connect. */
    profileUrl: variable(
      'SERVICE_PROFILE_URL',
      url('the page at the service where a user presses Connect, https', httpsOrLoopback).transform(({ href }) => href),
    ),
    /** How long one call may take. */
    deadlineMs: variable(
      'SERVICE_DEADLINE_SECONDS',
      numberOf('seconds', { from: 1, to: 25 }).default(10).transform(toMs(1000)),
    ),
    /** The longest pause that a walk through all pages makes where the service limits its rate. */
    maxPauseMs: variable(
      'SERVICE_MAX_PAUSE_SECONDS',
      numberOf('seconds', { from: 1, to: 86_400 }).default(300).transform(toMs(1000)),
    ),
    names: {
      signature: variable('SERVICE_SIGNATURE_FIELD', nameOf('the confirm body’s signature field', 'signature')),
      from: variable('SERVICE_PARAM_FROM', nameOf('the parameter for the first date', 'from')),
      until: variable('SERVICE_PARAM_UNTIL', nameOf('the parameter for the last date', 'until')),
      page: variable('SERVICE_PARAM_PAGE', nameOf('the parameter for the page number', 'page')),
      limit: variable('SERVICE_PARAM_LIMIT', nameOf('the parameter for the results per page', 'limit')),
      address: variable('SERVICE_PARAM_ADDRESS', nameOf('the parameter for the wallet address', 'address')),
    },
  },
  subnetUserId: {
    format: variable('SUBNET_USER_ID', oneOf(['hashed', 'plain']).default('hashed')),
    key: variable('SUBNET_USER_ID_KEY', secret(subnetUserIdKey).optional()),
  },
  app: {
    /** Scheme, host and port of this app as browsers see them. */
    address: variable(
      'NEXTAUTH_URL',
      url("this app's own address without a path, https (http on loopback only)", withoutPath),
    ),
    /** True under `next dev`, where React needs `eval` for its error overlays. */
    isDevelopment: variable(
      'NODE_ENV',
      z
        .string()
        .optional()
        .transform((value) => value === 'development'),
    ),
    /** True where a platform runs this app in a server of its own, which is not this app's to guard. */
    isOnPlatform: variable(
      'VERCEL',
      z
        .string()
        .optional()
        .transform((value) => value !== undefined),
    ),
  },
  login: {
    secret: variable('NEXTAUTH_SECRET', secret('a random text, the same on every instance')),
    /** Opens what another secret than `secret` has sealed, while it is changed; seals nothing. */
    previousSecret: variable(
      'NEXTAUTH_SECRET_PREVIOUS',
      secret('the other value of NEXTAUTH_SECRET, while you change it').optional(),
    ),
    /** The users' login at an OpenID provider. */
    oidc: { ...oidcVariables('OIDC'), walletClaim: variable('OIDC_WALLET_CLAIM', claimName().optional()) },
    /** The users' login at the operator's own site, which signs the users' identities. */
    site: {
      url: variable(
        'LOGIN_URL',
        url('the page of your site that signs your users in, https (http on loopback only)', withoutNonce).optional(),
      ),
      /** The key of HS256: the UTF-8 bytes of this text. */
      secret: variable('LOGIN_SECRET', sharedSecret('a random text that your site has too').optional()),
      /** Verifies tokens beside `secret`, while it is changed. */
      previousSecret: variable(
        'LOGIN_SECRET_PREVIOUS',
        sharedSecret('the other value of LOGIN_SECRET, while you change it').optional(),
      ),
      jwksUrl: variable(
        'LOGIN_JWKS_URL',
        url("the address of your site's public keys, https (http on loopback only)", withoutUser).optional(),
      ),
      signOutUrl: variable(
        'LOGIN_SIGN_OUT_URL',
        url('the page of your site that signs people out, https (http on loopback only)', withoutUser).optional(),
      ),
      /** Users with this role are operators. */
      operatorRole: variable('LOGIN_OPERATOR_ROLE', z.string().optional()),
      /** Users with this role are viewers. */
      viewerRole: variable('LOGIN_VIEWER_ROLE', z.string().optional()),
    },
    /** The users' login at one of next-auth's providers. */
    named: {
      provider: variable('LOGIN_PROVIDER', oneOf(['discord', 'github', 'twitch', 'twitter']).optional()),
      clientId: variable('LOGIN_CLIENT_ID', z.string().optional()),
      clientSecret: variable('LOGIN_CLIENT_SECRET', z.string().optional()),
    },
    /** The staff's own login. Without it, staff sign in as users do. */
    staff: oidcVariables('CONSOLE_OIDC'),
    isDemo: variable('DEMO_LOGIN', flag()),
    /** Whether a person who arrives with a connect link sees the sign-in page where one press is all that it asks for. */
    page: variable('SIGN_IN_PAGE', oneOf(['when_needed', 'always']).default('when_needed')),
    /** After how long people sign in again. Nothing renews a session. */
    session: {
      userHours: variable('SESSION_HOURS', numberOf('hours', { from: 0.25, to: 720 }).default(8)),
      operatorHours: variable('OPERATOR_SESSION_HOURS', numberOf('hours', { from: 0.25, to: 720 }).optional()),
    },
  },
  hold: {
    password: variable('HOLD_PASSWORD', secret('a random text, the same on every instance')),
    /** Opens what another password than `password` has sealed, while it is changed; seals nothing. */
    previousPassword: variable(
      'HOLD_PASSWORD_PREVIOUS',
      secret('the other value of HOLD_PASSWORD, while you change it').optional(),
    ),
  },
  walletProof: variable('WALLET_PROOF', oneOf(['optional', 'required']).default('optional')),
  /** User ids or e-mail addresses of operators, who can do everything in the console. */
  consoleUsers: variable('CONSOLE_USERS', list()),
  /** User ids or e-mail addresses of viewers, who may open the console and only look. */
  consoleViewers: variable('CONSOLE_VIEWERS', list()),
  /** The operator's own pages about a user and a wallet, which the console links to. */
  consoleLinks: {
    user: variable('CONSOLE_USER_LINK', linkWith('{user_id}', 'https://admin.example.com/users/{user_id}')),
    wallet: variable(
      'CONSOLE_WALLET_LINK',
      linkWith('{wallet_address}', 'https://explorer.example.com/address/{wallet_address}'),
    ),
  },
  /** The consoles of the operator's subnets, which this one links to. */
  consoleSiblings: variable('CONSOLE_SIBLINGS', consoleAddresses()),
  /** Columns that a CSV of task runs must have; the interface does not name any. */
  taskBatchColumns: variable('TASK_BATCH_COLUMNS', list()),
  /** For how long a pending or running task run may go without a change before it counts as stuck. */
  stuckAfterMinutes: variable('STUCK_AFTER_MINUTES', wholeNumberOf('minutes', { from: 1, to: 10_080 }).default(15)),
  connectRecords: {
    /** `full` adds user id and wallet address to what is kept of each attempt to connect. */
    detail: variable('CONNECT_RECORDS', oneOf(['minimal', 'full']).default('minimal')),
    maxAgeMs: variable(
      'CONNECT_RECORDS_MAX_DAYS',
      wholeNumberOf('days', { from: 1, to: 3650 }).default(30).transform(toMs(dayInMs)),
    ),
    maxEntries: variable(
      'CONNECT_RECORDS_MAX_ENTRIES',
      wholeNumberOf('entries', { from: 1, to: 10_000_000 }).default(100_000),
    ),
  },
  /** Wallet addresses with which the records begin: made-up connects of theirs, which are kept in the process alone. */
  demoConnects: variable('DEMO_CONNECTS', list()),
  webhook: {
    url: variable(
      'CONNECTED_WEBHOOK_URL',
      url('the address at your own systems that hears of connections, https', receiverAddress)
        .transform(({ href }) => href)
        .optional(),
    ),
    /** Whether that address may be http beyond loopback, in a private network. */
    allowsHttp: variable('CONNECTED_WEBHOOK_ALLOW_HTTP', flag()),
    /** As the Standard Webhooks scheme writes it, with its `whsec_`. */
    secret: variable(
      'CONNECTED_WEBHOOK_SECRET',
      z
        .string()
        .refine(isWebhookSecret, {
          error: 'is not a webhook secret: expected whsec_ and 24 to 64 random bytes in base64',
        })
        .optional(),
    ),
  },
  /** Where what must outlive a request is kept, for all instances; absent for the process itself. */
  redisUrl: variable(
    'REDIS_URL',
    url('the address of a Redis, redis:// or rediss://', redisAddress)
      .transform(({ href }) => href)
      .optional(),
  ),
  /** How many proxies stand in front of the app and add the address that they see to X-Forwarded-For. */
  trustedProxyHops: variable('TRUSTED_PROXY_HOPS', wholeNumberOf('proxies', { from: 0, to: 10 }).default(0)),
  /** How many confirm calls a minute all instances together may make. */
  confirmBudgetPerMinute: variable(
    'CONFIRM_BUDGET_PER_MINUTE',
    wholeNumberOf('calls', { from: 10, to: 60_000 }).default(110),
  ),
  /** What a scraper must send as bearer to read the metrics; absent where there are none. */
  metricsToken: variable('METRICS_TOKEN', bearerSecret()),
  /** What the operator's own systems send as bearer to read who has which wallet; absent where that is not kept. */
  connectionsToken: variable('CONNECTIONS_TOKEN', bearerSecret()),
  tracing: {
    /** The base address of an OTLP collector; absent where no traces are sent. */
    endpoint: variable(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      url('the base address of an OTLP collector, http or https', ({ protocol, search, hash, username }) =>
        /^https?:$/.test(protocol) && !search && !hash && !username
          ? undefined
          : 'is not http or https, or has a query, a fragment or a user name',
      )
        .transform(({ href }) => href)
        .optional(),
    ),
    serviceName: variable('OTEL_SERVICE_NAME', z.string().default('subnet-connect')),
  },
  shutdown: {
    /** How long the server goes on serving after SIGTERM, for proxies to send people elsewhere. */
    delayMs: variable(
      'SHUTDOWN_DELAY_SECONDS',
      numberOf('seconds', { from: 0, to: 60 }).default(5).transform(toMs(1000)),
    ),
    /** How long after the signal the server waits for what is under way. */
    graceMs: variable(
      'SHUTDOWN_GRACE_SECONDS',
      numberOf('seconds', { from: 1, to: 3600 }).default(30).transform(toMs(1000)),
    ),
  },
  /** The folder with the operator's names, colours, pictures and texts. */
  skinFolder: variable('SKIN_DIR', z.string().default('skin')),
  logLevel: variable(
    'LOG_LEVEL',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ),
  /** Known only to be refused. */
  adminJwt: variable(
    'SERVICE_JWT',
    z
      .undefined({ error: 'is never read: a subnet-admin JWT is pasted for one upload and kept nowhere; remove it' })
      .optional(),
  ),
}
