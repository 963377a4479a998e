import 'server-only'
import { z } from 'zod'
import {
  claimAndValues,
  claimName,
  consoleAddresses,
  flag,
  href,
  httpsOrLoopback,
  linkWith,
  list,
  milliseconds,
  nameOf,
  numberOf,
  oneOf,
  receiverAddress,
  redisAddress,
  secret,
  sharedSecret,
  signOutPage,
  text,
  url,
  wholeNumberOf,
  withoutNonce,
  withoutPath,
  withoutQuery,
  withoutUser,
} from './values'
import { ulidForm } from '@/lib/service'
import { dayInMs } from './durations'
import { variable } from './variable'

/** In the order of preference. Algorithms with a shared secret, and `none`, are not allowed. */
export const idTokenAlgorithms = [
  'RS256',
  'ES256',
  'EdDSA',
  'Ed25519',
  'PS256',
  'RS384',
  'RS512',
  'ES384',
  'ES512',
  'PS384',
  'PS512',
] as const

export const siteKeyAlgorithms = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'] as const

const bearerSecret = () =>
  secret('a random text')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'has characters that no bearer token has: expected letters, digits and ._~+/-=')
    .optional()

function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const { length } = Buffer.from(base64, 'base64')
  return length >= 24 && length <= 64
}

export const subnetUserIdKey = 'a random text that never changes'

/** The service's limit of confirms per key and minute ("Limits"). */
export const maxConfirmsPerMinute = 120
export const confirmBudgetProblem = `is not a whole number of calls from 10 to ${maxConfirmsPerMinute} (more only for a service on loopback)`

function oidcVariables<const Prefix extends 'OIDC' | 'CONSOLE_OIDC'>(prefix: Prefix) {
  return {
    issuer: variable(
      `${prefix}_ISSUER`,
      href('the issuer of an OpenID Connect provider, https (http on loopback only)', withoutQuery).optional(),
    ),
    clientId: variable(`${prefix}_CLIENT_ID`, z.string().optional()),
    clientSecret: variable(`${prefix}_CLIENT_SECRET`, z.string().optional()),
    maxAgeSeconds: variable(
      `${prefix}_MAX_AGE_SECONDS`,
      wholeNumberOf('seconds', { from: 0, to: 2_592_000 }).optional(),
    ),
    scope: variable(
      `${prefix}_SCOPE`,
      z
        .string()
        .refine(
          (value) => value.split(' ').includes('openid'),
          'is without openid: expected scopes separated by spaces, like openid profile email',
        )
        .default('openid profile email'),
    ),
    /** How to send the client secret, if the provider lists more ways than the client may use. */
    clientAuth: variable(`${prefix}_CLIENT_AUTH`, oneOf(['basic', 'post']).optional()),
    prompt: variable(`${prefix}_PROMPT`, oneOf(['login', 'select_account']).optional()),
    requiredClaim: variable(`${prefix}_REQUIRED_CLAIM`, claimAndValues().optional()),
    trustsEmail: variable(`${prefix}_TRUST_EMAIL`, flag()),
    userIdClaim: variable(`${prefix}_USER_ID_CLAIM`, claimName().default('sub')),
    /** Whether the provider signs the nonce of a login into the ID token. */
    usesNonce: variable(
      `${prefix}_NONCE`,
      z
        .enum(['0', '1'], 'is not one of the allowed values: expected 0, or nothing')
        .default('1')
        .transform((value) => value === '1'),
    ),
    operatorRole: variable(`${prefix}_OPERATOR_ROLE`, z.string().optional()),
    viewerRole: variable(`${prefix}_VIEWER_ROLE`, z.string().optional()),
    rolesClaims: variable(
      `${prefix}_ROLES_CLAIM`,
      claimName()
        .transform((claim) => [claim])
        // Entra, Okta, Authentik and Keycloak can send one of these.
        .default(['roles', 'groups', 'role']),
    ),
  }
}

/** Every variable, at its place in the configuration. `.env.example` says what it does and where it comes from. */
export const variables = {
  service: {
    baseUrl: variable(
      'SERVICE_BASE_URL',
      href('the base URL of the service, https (http on loopback only)', withoutQuery).transform((address) =>
        address.replace(/\/+$/, ''),
      ),
    ),
    subnetId: variable(
      'SUBNET_ID',
      text('the subnet ID issued at registration, a ULID').regex(
        ulidForm,
        'is not a ULID: expected the subnet ID issued at registration, 26 characters',
      ),
    ),
    apiKey: variable(
      'SERVICE_API_KEY',
      text("the subnet's API key, created by an admin of the subnet").regex(
        /^[\x21-\x7e]+$/,
        "has characters that no key has: expected the subnet's API key and nothing else, on one line",
      ),
    ),
    environment: variable('SERVICE_ENVIRONMENT', oneOf(['staging', 'production'])),
    profileUrl: variable(
      'SERVICE_PROFILE_URL',
      href('the page at the service where a user presses Connect, https', httpsOrLoopback),
    ),
    deadlineMs: variable('SERVICE_DEADLINE_SECONDS', milliseconds({ from: 1, to: 25 }, 10)),
    maxPauseMs: variable('SERVICE_MAX_PAUSE_SECONDS', milliseconds({ from: 1, to: 86_400 }, 300)),
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
    address: variable(
      'NEXTAUTH_URL',
      url("this app's own URL without a path, https (http on loopback only)", withoutPath),
    ),
    mode: variable('NODE_ENV', z.string().optional()),
    platform: variable('VERCEL', z.string().optional()),
  },
  login: {
    secret: variable('NEXTAUTH_SECRET', secret('a random text, the same on every instance')),
    /** During a change of `secret`, these open cookies of the former or the next one. They seal nothing. */
    previousSecret: variable('NEXTAUTH_SECRET_PREVIOUS', secret('the former value of NEXTAUTH_SECRET').optional()),
    nextSecret: variable('NEXTAUTH_SECRET_NEXT', secret('the next value of NEXTAUTH_SECRET').optional()),
    oidc: { ...oidcVariables('OIDC'), walletClaim: variable('OIDC_WALLET_CLAIM', claimName().optional()) },
    site: {
      url: variable(
        'LOGIN_URL',
        url('the page of your site that signs your users in, https (http on loopback only)', withoutNonce).optional(),
      ),
      secret: variable('LOGIN_SECRET', sharedSecret('a random text, the same as on your site').optional()),
      /** Also verifies tokens during a change of `secret`. */
      previousSecret: variable('LOGIN_SECRET_PREVIOUS', sharedSecret('the former value of LOGIN_SECRET').optional()),
      jwksUrl: variable(
        'LOGIN_JWKS_URL',
        url("the URL of your site's public keys, https (http on loopback only)", withoutUser).optional(),
      ),
      operatorRole: variable('LOGIN_OPERATOR_ROLE', z.string().optional()),
      viewerRole: variable('LOGIN_VIEWER_ROLE', z.string().optional()),
    },
    /** The users' login at a provider for which next-auth has a module. */
    named: {
      provider: variable('LOGIN_PROVIDER', oneOf(['discord', 'github', 'twitch', 'twitter']).optional()),
      clientId: variable('LOGIN_CLIENT_ID', z.string().optional()),
      clientSecret: variable('LOGIN_CLIENT_SECRET', z.string().optional()),
    },
    signOutUrl: variable('LOGIN_SIGN_OUT_URL', signOutPage().optional()),
    /** A separate login for staff. Without it, staff use the login of users. */
    staff: oidcVariables('CONSOLE_OIDC'),
    staffSignOutUrl: variable('CONSOLE_LOGIN_SIGN_OUT_URL', signOutPage().optional()),
    isDemo: variable('DEMO_LOGIN', flag()),
    page: variable('SIGN_IN_PAGE', oneOf(['when_needed', 'always']).default('when_needed')),
    session: {
      userHours: variable('SESSION_HOURS', numberOf('hours', { from: 0.25, to: 720 }).default(8)),
      /** Short, because an operator can see the figures of every user. */
      operatorHours: variable('OPERATOR_SESSION_HOURS', numberOf('hours', { from: 0.25, to: 720 }).default(2)),
    },
  },
  hold: {
    password: variable('HOLD_PASSWORD', secret('a random text, the same on every instance')),
    /** During a change of `password`, these open cookies of the former or the next one. They seal nothing. */
    previousPassword: variable('HOLD_PASSWORD_PREVIOUS', secret('the former value of HOLD_PASSWORD').optional()),
    nextPassword: variable('HOLD_PASSWORD_NEXT', secret('the next value of HOLD_PASSWORD').optional()),
  },
  walletProof: variable('WALLET_PROOF', oneOf(['optional', 'required']).default('optional')),
  /** User ids or e-mail addresses of operators. */
  consoleUsers: variable('CONSOLE_USERS', list()),
  consoleViewers: variable('CONSOLE_VIEWERS', list()),
  /** The operator's own pages about a user and a wallet. */
  consoleLinks: {
    user: variable('CONSOLE_USER_LINK', linkWith('{user_id}', 'https://admin.example.com/users/{user_id}')),
    wallet: variable(
      'CONSOLE_WALLET_LINK',
      linkWith('{wallet_address}', 'https://explorer.example.com/address/{wallet_address}'),
    ),
  },
  consoleSiblings: variable('CONSOLE_SIBLINGS', consoleAddresses()),
  /** Columns that a CSV of task runs must have. The service's interface does not define them. */
  taskBatchColumns: variable('TASK_BATCH_COLUMNS', list()),
  stuckAfterMinutes: variable('STUCK_AFTER_MINUTES', wholeNumberOf('minutes', { from: 1, to: 10_080 }).default(15)),
  connectRecords: {
    detail: variable('CONNECT_RECORDS', oneOf(['minimal', 'full']).default('minimal')),
    maxAgeMs: variable(
      'CONNECT_RECORDS_MAX_DAYS',
      wholeNumberOf('days', { from: 1, to: 3650 })
        .default(30)
        .transform((days) => days * dayInMs),
    ),
    maxEntries: variable(
      'CONNECT_RECORDS_MAX_ENTRIES',
      wholeNumberOf('entries', { from: 1, to: 10_000_000 }).default(100_000),
    ),
  },
  /** The path of a file of made-up connects. The app then keeps records only in the process. */
  demoConnects: variable('DEMO_CONNECTS', z.string().optional()),
  webhook: {
    url: variable(
      'CONNECTED_WEBHOOK_URL',
      href('the URL at your own systems that receives messages, https', receiverAddress).optional(),
    ),
    allowsHttp: variable('CONNECTED_WEBHOOK_ALLOW_HTTP', flag()),
    secret: variable(
      'CONNECTED_WEBHOOK_SECRET',
      z
        .string()
        .refine(isWebhookSecret, 'is not a webhook secret: expected whsec_ and 24 to 64 random bytes in base64')
        .optional(),
    ),
  },
  redisUrl: variable(
    'REDIS_URL',
    href('the URL of a Redis, like redis://user:password@host:6379/0 or rediss://', redisAddress).optional(),
  ),
  instances: variable('INSTANCES', wholeNumberOf('instances', { from: 1, to: 1000 }).optional()),
  trustedProxyHops: variable('TRUSTED_PROXY_HOPS', wholeNumberOf('proxies', { from: 0, to: 10 }).default(0)),
  clientAddressHeader: variable(
    'CLIENT_ADDRESS_HEADER',
    text('the name of the header in which your proxy passes the client address')
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'is not the name of a header: expected a name like X-Real-IP')
      .default('X-Forwarded-For'),
  ),
  /** Next's own server reads the same variable. */
  keepAliveMs: variable(
    'KEEP_ALIVE_TIMEOUT',
    wholeNumberOf('milliseconds', { from: 1000, to: 3_600_000 }).default(75_000),
  ),
  confirmBudgetPerMinute: variable(
    'CONFIRM_BUDGET_PER_MINUTE',
    // `rules.ts` allows more than the service's limit only for a service on loopback.
    wholeNumberOf('calls', { from: 10, to: 60_000 }, confirmBudgetProblem).default(110),
  ),
  metricsToken: variable('METRICS_TOKEN', bearerSecret()),
  /** Undefined if the app does not store connections. */
  connectionsToken: variable('CONNECTIONS_TOKEN', bearerSecret()),
  tracing: {
    endpoint: variable(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      href('the base URL of an OTLP collector, http or https', ({ protocol, search, hash, username }) =>
        /^https?:$/.test(protocol) && !search && !hash && !username
          ? undefined
          : 'is not http or https, or has a query, a fragment or a user name',
      ).optional(),
    ),
    serviceName: variable('OTEL_SERVICE_NAME', z.string().default('subnet-connect')),
  },
  shutdown: {
    /** How long the server continues serving after SIGTERM, so that proxies switch to another instance. */
    delayMs: variable('SHUTDOWN_DELAY_SECONDS', milliseconds({ from: 0, to: 60 }, 5)),
    /** How long after the signal the server waits for requests and work under way. */
    graceMs: variable('SHUTDOWN_GRACE_SECONDS', milliseconds({ from: 1, to: 3600 }, 30)),
  },
  skinFolder: variable('SKIN_DIR', z.string().default('skin')),
  logLevel: variable(
    'LOG_LEVEL',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ),
  /** Declared only to refuse it. */
  adminJwt: variable(
    'SERVICE_JWT',
    z.undefined('is never read: paste a subnet-admin JWT for each upload instead, and remove this variable').optional(),
  ),
}
