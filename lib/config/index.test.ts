import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, namesSetByTheSystem, parseConfig, parseServiceConfig, unknownVariables, variableNames } from '.'

const secret = 'a-secret-of-more-than-32-characters'
const webhookSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const complete = {
  SERVICE_BASE_URL: 'https://service.example/api/',
  SUBNET_ID: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  SERVICE_API_KEY: 'key_12345',
  SERVICE_ENVIRONMENT: 'staging',
  SERVICE_PROFILE_URL: 'https://service.example/profile',
  NEXTAUTH_URL: 'https://connect.example',
  NEXTAUTH_SECRET: secret,
  HOLD_PASSWORD: secret,
  SUBNET_USER_ID_KEY: secret,
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'client-secret',
}

function parsed(change: Record<string, string | undefined> = {}) {
  const result = parseConfig({ ...complete, ...change })
  if (!result.ok) throw new ConfigError(result.problems)
  return result.config
}

function problemNames(change: Record<string, string | undefined>) {
  const result = parseConfig({ ...complete, ...change })
  return result.ok ? [] : result.problems.map((problem) => problem.name)
}

describe('parseConfig', () => {
  it('allows more confirms than the service’s limit when the service is a stand-in on loopback', () => {
    const change = { SERVICE_BASE_URL: 'http://localhost:4000/api', CONFIRM_BUDGET_PER_MINUTE: '6000' }
    expect(parsed(change)).toMatchObject({ confirmBudgetPerMinute: 6000 })
  })

  it('returns typed values, with defaults for missing variables', () => {
    expect(parsed()).toMatchObject({
      service: {
        baseUrl: 'https://service.example/api',
        environment: 'staging',
        deadlineMs: 10_000,
        maxPauseMs: 300_000,
        names: {
          signature: 'signature',
          from: 'from',
          until: 'until',
          page: 'page',
          limit: 'limit',
          address: 'address',
        },
      },
      app: {
        origin: 'https://connect.example',
        host: 'connect.example',
        isHttps: true,
        isDevelopment: false,
        isOnPlatform: false,
      },
      login: {
        isDemo: false,
        oidc: { clientId: 'client', trustsEmail: false, maxAgeSeconds: undefined },
        session: { userSeconds: 8 * 60 * 60, operatorSeconds: 2 * 60 * 60 },
        page: 'when_needed',
      },
      hold: { previousPassword: undefined },
      subnetUserId: { format: 'hashed', key: secret },
      consoleUsers: [],
      consoleViewers: [],
      consoleLinks: { user: null, wallet: null },
      taskBatchColumns: [],
      walletProof: 'optional',
      stuckAfterMinutes: 15,
      connectRecords: { detail: 'minimal', maxAgeMs: 30 * 24 * 60 * 60 * 1000, maxEntries: 100_000 },
      webhook: undefined,
      redisUrl: undefined,
      trustedProxyHops: 0,
      confirmBudgetPerMinute: 110,
      metricsToken: undefined,
      tracing: { endpoint: undefined, serviceName: 'subnet-connect' },
      shutdown: { delayMs: 5000, graceMs: 30_000 },
      logLevel: 'info',
    })
  })

  it('reads the mode of the app from NODE_ENV and VERCEL', () => {
    const run = (variables: Record<string, string>) => {
      const result = parseConfig({ ...complete, ...variables })
      return result.ok ? [result.config.app.isDevelopment, result.config.app.isOnPlatform] : result.problems
    }
    expect(run({ NODE_ENV: 'production' })).toEqual([false, false])
    expect(run({ NODE_ENV: 'development' })).toEqual([true, false])
    expect(run({ NODE_ENV: 'production', VERCEL: '1' })).toEqual([false, true])
  })

  it('unknownVariables lists unknown names, but not the names of other programs', () => {
    const environment = {
      ...complete,
      SERVICE_PARAM_ADRESS: 'wallet',
      CONNECT_RECORDS_DAYS: '7',
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'of an earlier version',
      PATH: '/bin',
      SUBNET_SERVICE_HOST: '10.0.0.1',
      SERVICE_PORT_80_TCP: 'tcp://10.0.0.1:80',
      HOLD_SERVICE_PORT: '80',
    }
    expect(unknownVariables(environment)).toEqual([
      'CONNECT_RECORDS_DAYS',
      'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
      'SERVICE_PARAM_ADRESS',
    ])
    expect(unknownVariables(complete)).toEqual([])
  })

  it('treats an empty value as missing', () => {
    expect(parsed({ WALLET_PROOF: '', LOG_LEVEL: ' ' })).toMatchObject({ logLevel: 'info' })
    expect(problemNames({ SUBNET_ID: '' })).toEqual(['SUBNET_ID'])
  })

  it('reads the values of a deployment', () => {
    const config = parsed({
      SERVICE_ENVIRONMENT: 'production',
      SERVICE_DEADLINE_SECONDS: '5',
      SERVICE_PARAM_PAGE: 'page_number',
      CONSOLE_USERS: ' ada, bob@example.com ,',
      CONSOLE_VIEWERS: 'carol , dave@example.com',
      TASK_BATCH_COLUMNS: 'event_id, task_id',
      WALLET_PROOF: 'required',
    })
    expect(config).toMatchObject({ service: { environment: 'production', deadlineMs: 5000 }, walletProof: 'required' })
    expect(config.service.names.page).toBe('page_number')
    expect(config.consoleUsers).toEqual(['ada', 'bob@example.com'])
    expect(config.consoleViewers).toEqual(['carol', 'dave@example.com'])
    expect(config.taskBatchColumns).toEqual(['event_id', 'task_id'])
  })

  it('reads optional values', () => {
    const config = parsed({
      SERVICE_MAX_PAUSE_SECONDS: '60',
      OIDC_MAX_AGE_SECONDS: '0',
      OIDC_TRUST_EMAIL: '1',
      SESSION_HOURS: '1',
      STUCK_AFTER_MINUTES: '30',
      SIGN_IN_PAGE: 'always',
      CONNECT_RECORDS: 'full',
      CONNECT_RECORDS_MAX_DAYS: '7',
      CONNECT_RECORDS_MAX_ENTRIES: '500',
      CONNECTED_WEBHOOK_URL: 'https://crm.example/hook?tenant=1',
      CONNECTED_WEBHOOK_SECRET: webhookSecret,
      REDIS_URL: 'rediss://:password@redis.example:6380/1',
      TRUSTED_PROXY_HOPS: '2',
      CONFIRM_BUDGET_PER_MINUTE: '60',
      METRICS_TOKEN: secret,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
      SHUTDOWN_DELAY_SECONDS: '0',
      SHUTDOWN_GRACE_SECONDS: '60',
    })
    expect(config).toMatchObject({
      service: { maxPauseMs: 60_000 },
      login: {
        oidc: { maxAgeSeconds: 0, trustsEmail: true },
        // An operator's session is never longer than a user's.
        session: { userSeconds: 3600, operatorSeconds: 3600 },
        page: 'always',
      },
      stuckAfterMinutes: 30,
      connectRecords: { detail: 'full', maxAgeMs: 7 * 24 * 60 * 60 * 1000, maxEntries: 500 },
      webhook: { url: 'https://crm.example/hook?tenant=1', secret: webhookSecret, allowsHttp: false },
      redisUrl: 'rediss://:password@redis.example:6380/1',
      trustedProxyHops: 2,
      confirmBudgetPerMinute: 60,
      metricsToken: secret,
      shutdown: { delayMs: 0, graceMs: 60_000 },
    })
  })
})

describe('SUBNET_USER_ID_KEY', () => {
  it('is optional when ids are plain', () => {
    const { subnetUserId } = parsed({ SUBNET_USER_ID: 'plain', SUBNET_USER_ID_KEY: undefined })
    expect(subnetUserId).toEqual({ format: 'plain' })
  })

  it('is required when ids are hashed', () => {
    expect(problemNames({ SUBNET_USER_ID_KEY: undefined })).toEqual(['SUBNET_USER_ID_KEY'])
    expect(problemNames({ SUBNET_USER_ID: 'hashed', SUBNET_USER_ID_KEY: '' })).toEqual(['SUBNET_USER_ID_KEY'])
  })

  it('asks for the value of NEXTAUTH_SECRET after an upgrade when it is missing or too short', () => {
    for (const SUBNET_USER_ID_KEY of [undefined, 'short']) {
      const result = parseConfig({ ...complete, SUBNET_USER_ID_KEY })
      expect(result).toMatchObject({
        problems: [
          {
            message: expect.stringContaining('upgrading from a version without it: use the value of NEXTAUTH_SECRET'),
          },
        ],
      })
    }
  })
})

describe('URLs', () => {
  it.each(['http://localhost:4000/api', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'https://service.example'])(
    'SERVICE_BASE_URL may be %s',
    (SERVICE_BASE_URL) => expect(problemNames({ SERVICE_BASE_URL })).toEqual([]),
  )

  it.each([
    'http://service.example/api',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'ftp://localhost/',
    'service.example',
    'https://service.example/?key=1',
    'https://service.example/#a',
    'https://user:pw@service.example/',
  ])('SERVICE_BASE_URL may not be %s', (SERVICE_BASE_URL) => {
    expect(problemNames({ SERVICE_BASE_URL })).toEqual(['SERVICE_BASE_URL'])
  })

  it('NEXTAUTH_URL may be http only on loopback', () => {
    expect(problemNames({ NEXTAUTH_URL: 'http://localhost:3000' })).toEqual([])
    expect(problemNames({ NEXTAUTH_URL: 'http://connect.example' })).toEqual(['NEXTAUTH_URL'])
  })

  it('NEXTAUTH_URL may not have a path', () => {
    expect(problemNames({ NEXTAUTH_URL: 'https://connect.example/app' })).toEqual(['NEXTAUTH_URL'])
  })
})

describe('login', () => {
  const noProvider = { OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined }

  it.each(['http://localhost:3000', 'https://localhost:3000', 'http://127.0.0.1:3000'])(
    'may be the demo login at %s',
    (NEXTAUTH_URL) => expect(problemNames({ ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL })).toEqual([]),
  )

  it.each(['https://connect.example', 'https://localhost.connect.example'])(
    'may not be the demo login at %s',
    (NEXTAUTH_URL) => expect(problemNames({ ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL })).toEqual(['DEMO_LOGIN']),
  )

  it('is required', () => {
    expect(problemNames(noProvider)).toEqual(['OIDC_ISSUER'])
    expect(problemNames({ ...noProvider, NEXTAUTH_URL: 'http://127.0.0.1:3000' })).toEqual(['OIDC_ISSUER'])
  })

  it('requires the client secret when the other variables of the provider are set', () => {
    expect(problemNames({ OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET'])
  })
})

describe('webhook', () => {
  const webhook = { CONNECTED_WEBHOOK_URL: 'https://crm.example/hook', CONNECTED_WEBHOOK_SECRET: webhookSecret }

  it('requires both the URL and the secret', () => {
    expect(problemNames(webhook)).toEqual([])
    expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_SECRET: '' })).toEqual(['CONNECTED_WEBHOOK_SECRET'])
    expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_URL: '' })).toEqual(['CONNECTED_WEBHOOK_URL'])
  })

  it.each(['http://crm.example/hook', 'https://user:password@crm.example/hook', 'https://crm.example/hook#part'])(
    'may not be at %s',
    (url) => expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_URL: url })).toEqual(['CONNECTED_WEBHOOK_URL']),
  )

  it('may be at an http URL when CONNECTED_WEBHOOK_ALLOW_HTTP is 1', () => {
    const at = (url: string) =>
      problemNames({ ...webhook, CONNECTED_WEBHOOK_URL: url, CONNECTED_WEBHOOK_ALLOW_HTTP: '1' })
    expect(at('http://bot:8080/hook')).toEqual([])
    expect(at('https://crm.example/hook')).toEqual([])
    expect(at('ftp://bot/hook')).toEqual(['CONNECTED_WEBHOOK_URL'])
    expect(problemNames({ CONNECTED_WEBHOOK_ALLOW_HTTP: '1' })).toEqual(['CONNECTED_WEBHOOK_ALLOW_HTTP'])
  })

  it.each(['http://169.254.169.254/', 'https://169.254.169.254/', 'http://[fd00:ec2::254]/hook'])(
    'may not be at %s, an address of a metadata service',
    (url) =>
      expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_URL: url, CONNECTED_WEBHOOK_ALLOW_HTTP: '1' })).toEqual([
        'CONNECTED_WEBHOOK_URL',
      ]),
  )

  it.each(['x'.repeat(40), `whsec_${'A'.repeat(20)}`, `whsec_${'A'.repeat(120)}`, `whsec_${'*'.repeat(40)}`])(
    'may not have the secret %s',
    (text) =>
      expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_SECRET: text })).toEqual(['CONNECTED_WEBHOOK_SECRET']),
  )
})

describe('parseConfig problems', () => {
  it('lists all problems by name', () => {
    expect(problemNames({ SERVICE_BASE_URL: 'x', SUBNET_ID: 'x', HOLD_PASSWORD: 'short', LOG_LEVEL: 'loud' })).toEqual([
      'SERVICE_BASE_URL',
      'SUBNET_ID',
      'HOLD_PASSWORD',
      'LOG_LEVEL',
    ])
  })

  it('lists problems between variables together with problems of single variables', () => {
    expect(problemNames({ SUBNET_ID: '', OIDC_CLIENT_SECRET: '', DEMO_LOGIN: '1' })).toEqual([
      'SUBNET_ID',
      'OIDC_CLIENT_SECRET',
      'DEMO_LOGIN',
    ])
    expect(problemNames({ NEXTAUTH_URL: 'http://connect.example', DEMO_LOGIN: '1' })).toEqual([
      'NEXTAUTH_URL',
      'DEMO_LOGIN',
    ])
    expect(problemNames({ NEXTAUTH_URL: 'connect.example', DEMO_LOGIN: '1' })).toEqual(['NEXTAUTH_URL'])
  })

  it.each([
    ['SERVICE_API_KEY', 'two\nlines'],
    ['SERVICE_DEADLINE_SECONDS', '26'],
    ['SERVICE_DEADLINE_SECONDS', 'ten'],
    ['SERVICE_PARAM_PAGE', 'a&b'],
    ['WALLET_PROOF', 'yes'],
    ['DEMO_LOGIN', 'true'],
    ['HOLD_PASSWORD_PREVIOUS', 'short'],
    ['SUBNET_USER_ID', 'email'],
    ['SUBNET_USER_ID_KEY', 'short'],
    ['SERVICE_ENVIRONMENT', ''],
    ['SERVICE_ENVIRONMENT', 'live'],
    ['SERVICE_MAX_PAUSE_SECONDS', '0'],
    ['NEXTAUTH_SECRET_PREVIOUS', 'short'],
    ['OIDC_MAX_AGE_SECONDS', '-1'],
    ['OIDC_TRUST_EMAIL', 'yes'],
    ['OIDC_SCOPE', 'profile email'],
    ['OIDC_NONCE', 'no'],
    ['OIDC_USER_ID_CLAIM', '[]'],
    ['CONSOLE_OIDC_SCOPE', 'profile'],
    ['LOGIN_SECRET', 'a'.repeat(31)],
    ['LOGIN_SECRET_PREVIOUS', 'a'.repeat(31)],
    ['LOGIN_JWKS_URL', '/jwks.json'],
    ['LOGIN_SIGN_OUT_URL', 'http://www.example.com/'],
    ['OIDC_CLIENT_AUTH', 'jwt'],
    ['OIDC_ID_TOKEN_ALG', 'HS256'],
    ['OIDC_PROMPT', 'none'],
    ['OIDC_ROLES_CLAIM', '["roles"'],
    ['OIDC_ROLES_CLAIM', '[]'],
    ['OIDC_REQUIRED_CLAIM', 'hd'],
    ['OIDC_REQUIRED_CLAIM', 'hd=,'],
    ['OIDC_REQUIRED_CLAIM', '[1]=a'],
    ['SESSION_HOURS', '0'],
    ['SIGN_IN_PAGE', 'never'],
    ['OPERATOR_SESSION_HOURS', '9'],
    ['STUCK_AFTER_MINUTES', '1.5'],
    ['CONNECT_RECORDS', 'all'],
    ['CONNECT_RECORDS_MAX_DAYS', '0'],
    ['CONNECT_RECORDS_MAX_ENTRIES', 'many'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'localhost:6379'],
    ['TRUSTED_PROXY_HOPS', '-1'],
    ['CONFIRM_BUDGET_PER_MINUTE', '121'],
    ['CONFIRM_BUDGET_PER_MINUTE', '9'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with blanks in it, however long it may be'],
    ['SHUTDOWN_DELAY_SECONDS', '-1'],
    ['SHUTDOWN_GRACE_SECONDS', '0'],
    ['SERVICE_JWT', 'eyJ.x.y'],
  ])('refuses %s with the value %j', (name, value) => {
    expect(problemNames({ [name]: value })).toEqual([name])
  })

  it('never quotes a value', () => {
    const values = Object.fromEntries(variableNames.map((name) => [name, `canary-${name}`.slice(0, 31)]))
    const result = parseConfig(values)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(new ConfigError(result.problems).message).not.toContain('canary')
  })
})

describe('.env.example', () => {
  it('lists every variable that an operator may set, and no others', () => {
    const example = readFileSync('.env.example', 'utf8')
    const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    // The app declares SERVICE_JWT only to refuse it.
    const expected = variableNames.filter((name) => !namesSetByTheSystem.includes(name) && name !== 'SERVICE_JWT')
    expect(new Set(names)).toEqual(new Set(expected))
  })
})

describe('consoleLinks', () => {
  const links = {
    CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
  }

  it('returns valid URLs unchanged', () => {
    expect(parsed(links).consoleLinks).toEqual({ user: links.CONSOLE_USER_LINK, wallet: links.CONSOLE_WALLET_LINK })
    expect(parsed({ CONSOLE_USER_LINK: links.CONSOLE_USER_LINK }).consoleLinks.wallet).toBeNull()
  })

  it.each([
    'http://localhost:4000/users/{user_id}',
    'https://admin.example.com/?user={user_id}&from=console',
    'https://admin.example.com/app#/users/{user_id}',
    'https://admin.example.com/{user_id}/of/{user_id}',
  ])('may be %s', (link) => {
    expect(parsed({ CONSOLE_USER_LINK: link }).consoleLinks.user).toBe(link)
  })

  it.each([
    ['no placeholder', 'https://admin.example.com/users', 'lacks {user_id}'],
    ['the placeholder of a wallet', 'https://admin.example.com/{wallet_address}', 'lacks {user_id}'],
    ['another placeholder too', 'https://admin.example.com/{team}/{user_id}', 'has braces outside of {user_id}'],
    ['plain http', 'http://admin.example.com/{user_id}', 'is neither https nor http on loopback'],
    ['a script', 'javascript:alert({user_id})', 'is neither https nor http on loopback'],
    ['no host', '/users/{user_id}', 'is not an absolute URL'],
    ['the placeholder in the host', 'https://{user_id}.example.com/', 'has {user_id} before the path'],
    ['the placeholder right after the host', 'https://admin.example.com{user_id}', 'has {user_id} before the path'],
    ['a user name', 'https://admin@example.com/{user_id}', 'has a user name'],
  ])('is refused with an example when a link has %s', (_, link, problem) => {
    const result = parseConfig({ ...complete, CONSOLE_USER_LINK: link })
    const message = `${problem}: expected an address like https://admin.example.com/users/{user_id}`
    expect(result).toEqual({ ok: false, problems: [{ name: 'CONSOLE_USER_LINK', message }] })
  })

  it('is refused for a wallet when the link lacks {wallet_address}', () => {
    expect(problemNames({ CONSOLE_WALLET_LINK: 'https://explorer.example.com/{user_id}' })).toEqual([
      'CONSOLE_WALLET_LINK',
    ])
  })
})

describe('login variables', () => {
  const none = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
  const named = { LOGIN_PROVIDER: 'discord', LOGIN_CLIENT_ID: 'client', LOGIN_CLIENT_SECRET: 'client-secret' }
  const site = { LOGIN_URL: 'https://www.example.com/login?from=connect', LOGIN_SECRET: 'ü'.repeat(16) }
  const staff = {
    CONSOLE_OIDC_ISSUER: 'https://staff.example',
    CONSOLE_OIDC_CLIENT_ID: 'client',
    CONSOLE_OIDC_CLIENT_SECRET: 'client-secret',
  }

  it.each([
    ['the operator’s site with a secret', { ...none, ...site }],
    [
      'the operator’s site with public keys',
      { ...none, LOGIN_URL: site.LOGIN_URL, LOGIN_JWKS_URL: 'https://www.example.com/jwks.json' },
    ],
    ['a named provider', { ...none, ...named }],
    [
      'the operator’s site and the demo login',
      { ...none, ...site, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' },
    ],
    ['OpenID Connect, and another provider for staff', staff],
    ['the operator’s site, and OpenID Connect for staff', { ...none, ...site, ...staff }],
  ])('may configure %s', (_, change) => {
    expect(problemNames(change)).toEqual([])
  })

  it('configure the users’ login and the staff’s login separately', () => {
    const { login } = parsed({ ...none, ...site, ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'admin' })
    expect(login.oidc).toBeUndefined()
    expect(login.named).toBeUndefined()
    expect(login.site).toMatchObject({ url: new URL(site.LOGIN_URL), secret: site.LOGIN_SECRET })
    expect(login.staff).toMatchObject({ issuer: 'https://staff.example/', operatorRole: 'admin', usesNonce: true })
  })

  it('configure both the operator role and the viewer role', () => {
    const both = { OPERATOR_ROLE: 'admin', VIEWER_ROLE: 'support' }
    const rolesOf = (prefix: string) =>
      Object.fromEntries(Object.entries(both).map(([name, role]) => [`${prefix}_${name}`, role]))
    const wanted = { operatorRole: 'admin', viewerRole: 'support' }
    const config = parsed({ ...rolesOf('OIDC'), ...staff, ...rolesOf('CONSOLE_OIDC') })
    expect(config.login.oidc).toMatchObject(wanted)
    expect(config.login.staff).toMatchObject(wanted)
    expect(parsed({ ...none, ...site, ...rolesOf('LOGIN') }).login.site).toMatchObject(wanted)
  })

  it('have defaults for the user ID claim and the nonce', () => {
    expect(parsed().login.oidc).toMatchObject({ userIdClaim: 'sub', usesNonce: true })
    expect(parsed({ OIDC_USER_ID_CLAIM: 'oid', OIDC_NONCE: '0' }).login.oidc).toMatchObject({
      userIdClaim: 'oid',
      usesNonce: false,
    })
  })

  it.each([
    ['OpenID Connect and the operator’s site', site, ['LOGIN_URL']],
    ['OpenID Connect and a named provider', named, ['LOGIN_PROVIDER']],
    ['the operator’s site and a named provider', { ...none, ...site, ...named }, ['LOGIN_PROVIDER']],
    [
      'a named provider without its client',
      { ...none, LOGIN_PROVIDER: 'discord' },
      ['LOGIN_CLIENT_ID', 'LOGIN_CLIENT_SECRET'],
    ],
    ['the operator’s site without a key', { ...none, LOGIN_URL: site.LOGIN_URL }, ['LOGIN_SECRET']],
    [
      'the operator’s site with two kinds of keys',
      { ...none, ...site, LOGIN_JWKS_URL: 'https://www.example.com/' },
      ['LOGIN_JWKS_URL'],
    ],
    ['a secret of a site without its URL', { LOGIN_SECRET: site.LOGIN_SECRET }, ['LOGIN_SECRET']],
    [
      'a previous secret in addition to public keys',
      { ...none, LOGIN_URL: site.LOGIN_URL, LOGIN_JWKS_URL: 'https://www.example.com/', LOGIN_SECRET_PREVIOUS: secret },
      ['LOGIN_SECRET_PREVIOUS'],
    ],
    [
      'a named provider with a claim for OpenID Connect',
      { ...none, ...named, OIDC_REQUIRED_CLAIM: 'hd=a' },
      ['OIDC_REQUIRED_CLAIM'],
    ],
    [
      'the operator’s site with a role for OpenID Connect',
      { ...none, ...site, OIDC_OPERATOR_ROLE: 'a' },
      ['OIDC_OPERATOR_ROLE'],
    ],
    ['a role of staff without their login', { CONSOLE_OIDC_OPERATOR_ROLE: 'a' }, ['CONSOLE_OIDC_OPERATOR_ROLE']],
    ['a viewer role of staff without their login', { CONSOLE_OIDC_VIEWER_ROLE: 'a' }, ['CONSOLE_OIDC_VIEWER_ROLE']],
    ['a viewer role of a missing site', { LOGIN_VIEWER_ROLE: 'a' }, ['LOGIN_VIEWER_ROLE']],
    [
      'the operator’s site with a viewer role for OpenID Connect',
      { ...none, ...site, OIDC_VIEWER_ROLE: 'a' },
      ['OIDC_VIEWER_ROLE'],
    ],
    [
      'one role for operators and viewers',
      { ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'a', CONSOLE_OIDC_VIEWER_ROLE: 'a' },
      ['CONSOLE_OIDC_VIEWER_ROLE'],
    ],
    ['a staff login without a secret', { ...staff, CONSOLE_OIDC_CLIENT_SECRET: '' }, ['CONSOLE_OIDC_CLIENT_SECRET']],
    ['made-up connects without the demo login', { DEMO_CONNECTS: '1' }, ['DEMO_CONNECTS']],
  ])('are refused by name when they configure %s', (_, change, names) => {
    expect(problemNames(change)).toEqual(names)
  })

  it.each([
    ['plain http', 'http://www.example.com/login'],
    ['a fragment', 'https://www.example.com/login#now'],
    ['a nonce in its query', 'https://www.example.com/login?nonce='],
  ])('are refused when LOGIN_URL has %s', (_, url) => {
    expect(problemNames({ ...none, ...site, LOGIN_URL: url })).toEqual(['LOGIN_URL'])
  })

  it('are refused when LOGIN_PROVIDER is unknown', () => {
    expect(problemNames({ ...none, ...named, LOGIN_PROVIDER: 'facebook' })).toEqual(['LOGIN_PROVIDER'])
  })
})

describe('parseServiceConfig', () => {
  const service = {
    SERVICE_BASE_URL: complete.SERVICE_BASE_URL,
    SUBNET_ID: complete.SUBNET_ID,
    SERVICE_API_KEY: complete.SERVICE_API_KEY,
    SERVICE_ENVIRONMENT: complete.SERVICE_ENVIRONMENT,
  }

  it('returns the same service settings as parseConfig when only its four variables are set', () => {
    const { profileUrl: _unused, ...expected } = parsed().service
    expect(parseServiceConfig(service)).toEqual({ service: expected, stuckAfterMinutes: 15, taskBatchColumns: [] })
  })

  it('reports each missing or invalid variable with the message of parseConfig', () => {
    const wrong = { ...service, SERVICE_API_KEY: ' ', SUBNET_ID: 'subnet', SERVICE_DEADLINE_SECONDS: '0' }
    const whole = parseConfig({ ...complete, ...wrong })
    expect(whole.ok || whole.problems).toHaveLength(3)
    expect(() => parseServiceConfig(wrong)).toThrow(new ConfigError(whole.ok ? [] : whole.problems))
  })
})

describe('CONSOLE_SIBLINGS', () => {
  it('returns names and URLs in order when each entry is valid', () => {
    const value = 'North=https://north.example.com/console, South & West=https://south.example.com/console?view=a=b'
    expect(parsed({ CONSOLE_SIBLINGS: value }).consoleSiblings).toEqual([
      { name: 'North', url: 'https://north.example.com/console' },
      { name: 'South & West', url: 'https://south.example.com/console?view=a=b' },
    ])
    expect(parsed({}).consoleSiblings).toEqual([])
  })

  it.each([
    ['no name', 'https://north.example.com/console', 'has no name or no absolute URL'],
    ['an empty name', '=https://north.example.com/console', 'has no name or no absolute URL'],
    ['only a path', 'North=/console', 'has no name or no absolute URL'],
    ['plain http', 'North=http://north.example.com/console', 'is neither https nor http on loopback'],
    ['a script', 'North=javascript:alert(1)', 'is neither https nor http on loopback'],
    ['a user name', 'North=https://me:pw@north.example.com/', 'has a fragment or a user name'],
  ])('is refused with an example when an entry has %s', (_, entry, problem) => {
    const result = parseConfig({ ...complete, CONSOLE_SIBLINGS: `South=https://south.example.com/console,${entry}` })
    expect(result).toMatchObject({
      ok: false,
      problems: [{ name: 'CONSOLE_SIBLINGS', message: expect.stringContaining(`has an entry that ${problem}`) }],
    })
    expect(JSON.stringify(result)).not.toContain('me:pw')
  })
})
