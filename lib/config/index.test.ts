import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { ConfigError, namesSetByTheSystem, parseConfig, parseServiceConfig, unknownVariables, variableNames } from '.'
import { cutVariables } from './env-file.mjs'
import { configHints, missingOperator } from './hints'
import { configWith as parsed, smallDeployment as complete, type Variables } from './test-support'

const secret = complete.HOLD_PASSWORD
const webhookSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** The variables that hosts of the app set themselves, and those that Node, Next and other libraries read. */
const namesOfHosts = {
  Docker: 'PATH HOSTNAME HOME PORT NODE_VERSION YARN_VERSION TERM TZ LANG',
  systemd:
    'USER LOGNAME SHELL INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET WATCHDOG_USEC LISTEN_FDS MAINPID CREDENTIALS_DIRECTORY STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY MEMORY_PRESSURE_WATCH',
  Kubernetes:
    'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT_443_TCP_PROTO SUBNET_SERVICE_HOST SERVICE_PORT_80_TCP HOLD_SERVICE_PORT SUBNET_CONNECT_SERVICE_HOST CONNECT_PORT REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP_ADDR SKIN_PORT POD_NAME POD_NAMESPACE NODE_NAME',
  Vercel:
    'VERCEL_ENV VERCEL_URL VERCEL_REGION VERCEL_TARGET_ENV VERCEL_BRANCH_URL VERCEL_PROJECT_ID VERCEL_PROJECT_PRODUCTION_URL VERCEL_DEPLOYMENT_ID VERCEL_OIDC_TOKEN VERCEL_GIT_REPO_ID VERCEL_GIT_COMMIT_SHA VERCEL_SKEW_PROTECTION_ENABLED LAMBDA_TASK_ROOT LAMBDA_RUNTIME_DIR AWS_REGION AWS_SESSION_TOKEN AWS_LAMBDA_LOG_GROUP_NAME _HANDLER',
  'Cloud Run and Railway':
    'K_SERVICE K_REVISION K_CONFIGURATION CLOUD_RUN_JOB RAILWAY_SERVICE_ID RAILWAY_PROJECT_ID RAILWAY_ENVIRONMENT RAILWAY_PUBLIC_DOMAIN REDIS_PUBLIC_URL REDIS_PRIVATE_URL REDIS_TLS_URL REDISHOST REDISUSER REDISPORT REDISPASSWORD REDIS_PASSWORD',
  'GitHub Actions':
    'CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_JOB GITHUB_RUN_ID GITHUB_SERVER_URL GITHUB_API_URL GITHUB_STEP_SUMMARY GITHUB_OUTPUT RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE ACTIONS_RUNTIME_TOKEN ACTIONS_ID_TOKEN_REQUEST_URL',
  'a desktop':
    'SESSION_MANAGER XDG_SESSION_ID XDG_SESSION_TYPE DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION SSH_CONNECTION SSH_CLIENT DISPLAY WAYLAND_DISPLAY INIT_CWD npm_config_user_agent npm_lifecycle_event LS_COLORS SUDO_USER',
  libraries:
    'NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_USE_ENV_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY https_proxy no_proxy NEXT_RUNTIME NEXT_DEPLOYMENT_ID NEXT_TELEMETRY_DISABLED NEXT_OTEL_VERBOSE NEXTAUTH_URL_INTERNAL AUTH_TRUST_HOST OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER OTEL_LOG_LEVEL OTEL_SDK_DISABLED',
  'other apps':
    'OAUTH_CLIENT_ID AUTH0_CLIENT_ID GMAIL_CLIENT_ID JWT_SECRET EC_PRIVATEKEY ECS_AGENT_URI CUSTOMER_ID EXTERNAL_SERVICE DISK_DIR',
}

function problemsOf(change: Variables) {
  const result = parseConfig({ ...complete, ...change })
  return result.ok ? [] : result.problems
}
const problemNames = (change: Variables) => problemsOf(change).map(({ name }) => name)

describe('parseConfig', () => {
  it('allows more confirms than the service’s limit when the service is a stand-in on loopback', () => {
    const change = { SERVICE_BASE_URL: 'http://localhost:4000/api', CONFIRM_BUDGET_PER_MINUTE: '6000' }
    expect(parsed(change)).toMatchObject({ confirmBudgetPerMinute: 6000 })
    expect(problemNames({ ...change, CONFIRM_BUDGET_PER_MINUTE: '60001' })).toEqual(['CONFIRM_BUDGET_PER_MINUTE'])
  })

  // `docs/configuration.test.ts` compares the defaults with docs/configuration.md.
  it('derives the origin of the app, the times of sessions and the groups of variables when they are missing', () => {
    expect(parsed()).toMatchObject({
      service: { baseUrl: 'https://service.example/api', deadlineMs: 10_000, maxPauseMs: 300_000 },
      app: { origin: 'https://connect.example', host: 'connect.example', isHttps: true },
      login: { oidc: { clientId: 'client' }, session: { userSeconds: 8 * 60 * 60, operatorSeconds: 2 * 60 * 60 } },
      subnetUserId: { format: 'hashed', key: secret },
      consoleUsers: [],
      webhook: undefined,
      redisUrl: undefined,
    })
  })

  it('reads the mode of the app from NODE_ENV and VERCEL', () => {
    const modeOf = (variables: Variables) => parsed(variables).app
    expect(modeOf({ NODE_ENV: 'production' })).toMatchObject({ isDevelopment: false, isOnPlatform: false })
    expect(modeOf({ NODE_ENV: 'development' })).toMatchObject({ isDevelopment: true, isOnPlatform: false })
    expect(modeOf({ NODE_ENV: 'production', VERCEL: '1' })).toMatchObject({ isDevelopment: false, isOnPlatform: true })
  })

  it('unknownVariables lists unknown names, but not the names of other programs', () => {
    const environment = {
      ...complete,
      SERVICE_PARAM_ADRESS: 'wallet',
      CONNECT_RECORDS_DAYS: '7',
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'of an earlier version',
      PATH: '/bin',
    }
    expect(unknownVariables(environment)).toEqual([
      'CONNECT_RECORDS_DAYS',
      'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
      'SERVICE_PARAM_ADRESS',
    ])
    expect(unknownVariables(Object.fromEntries(variableNames.map((name) => [name, '1'])))).toEqual([])
  })

  it('unknownVariables lists names near a known one, but none that a host sets', () => {
    const typingErrors = {
      'a missing plural': ['CONSOLE_USER', 'SESSION_HOUR', 'TRUSTED_PROXY_HOP', 'METRIC_TOKEN'],
      'another underscore': ['SKINDIR', 'NEXT_AUTH_URL', 'KEEPALIVE_TIMEOUT'],
      'other letters': ['REDIS_URI', 'SUBNET_USR_ID_KEY', 'TRUST_PROXY_HOPS', 'console_users'],
      'swapped letters': ['CONSOLE_VEIWERS', 'SESSION_HUORS'],
    }
    for (const [what, names] of Object.entries(typingErrors))
      for (const name of names) expect(unknownVariables({ [name]: '1' }), what).toEqual([name])
    for (const [host, names] of Object.entries(namesOfHosts))
      expect(unknownVariables(Object.fromEntries(names.split(/\s+/).map((name) => [name, '1']))), host).toEqual([])
  })

  it('treats an empty value as missing', () => {
    expect(parsed({ WALLET_PROOF: '', LOG_LEVEL: ' ' })).toMatchObject({ logLevel: 'info' })
    expect(problemNames({ SUBNET_ID: '' })).toEqual(['SUBNET_ID'])
  })

  it('converts values to lists, booleans, and the units of the code', () => {
    const config = parsed({
      SERVICE_DEADLINE_SECONDS: '5',
      SERVICE_PARAM_PAGE: 'page_number',
      CONSOLE_USERS: 'ada , bob@example.com,',
      OIDC_MAX_AGE_SECONDS: '0',
      OIDC_TRUST_EMAIL: '1',
      SESSION_HOURS: '1',
      CONNECT_RECORDS_MAX_DAYS: '7',
      CONNECTED_WEBHOOK_URL: 'https://crm.example/hook?tenant=1',
      CONNECTED_WEBHOOK_SECRET: webhookSecret,
      REDIS_URL: 'rediss://:100%25@redis.example:6380/1',
      SHUTDOWN_DELAY_SECONDS: '0',
    })
    expect(config).toMatchObject({
      service: { deadlineMs: 5000, names: { from: 'from', page: 'page_number' } },
      consoleUsers: ['ada', 'bob@example.com'],
      login: {
        oidc: { maxAgeSeconds: 0, trustsEmail: true },
        // An operator's session is never longer than a user's.
        session: { userSeconds: 3600, operatorSeconds: 3600 },
      },
      connectRecords: { maxAgeMs: 7 * 24 * 60 * 60 * 1000 },
      webhook: { url: 'https://crm.example/hook?tenant=1', secret: webhookSecret, allowsHttp: false },
      redisUrl: 'rediss://:100%25@redis.example:6380/1',
      shutdown: { delayMs: 0, graceMs: 30_000 },
    })
  })
})

it('SUBNET_USER_ID_KEY may be missing only when ids are plain', () => {
  const { subnetUserId } = parsed({ SUBNET_USER_ID: 'plain', SUBNET_USER_ID_KEY: undefined })
  expect(subnetUserId).toEqual({ format: 'plain' })
  const missing = /is missing: put the former value back.* a random text that never changes, at least 32 characters/
  for (const [SUBNET_USER_ID_KEY, message] of [
    [undefined, missing],
    ['', missing],
    ['short', /expected a random text that never changes, at least 32 characters/],
  ] as const) {
    expect(problemsOf({ SUBNET_USER_ID_KEY })).toEqual([
      { name: 'SUBNET_USER_ID_KEY', message: expect.stringMatching(message) },
    ])
  }
  expect(problemNames({ SUBNET_USER_ID: 'hashed', SUBNET_USER_ID_KEY: '' })).toEqual(['SUBNET_USER_ID_KEY'])
})

describe('URLs', () => {
  it('SERVICE_BASE_URL is https, or http on loopback, without a query, a fragment or a user name', () => {
    const right = ['http://localhost:4000/api', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'https://s.example']
    for (const url of right) expect(problemNames({ SERVICE_BASE_URL: url }), url).toEqual([])
    const wrongParts = ['https://s.example/?key=1', 'https://s.example/#a', 'https://user:pw@s.example/']
    for (const url of ['http://service.example/api', 'ftp://localhost/', 'service.example', ...wrongParts]) {
      expect(problemNames({ SERVICE_BASE_URL: url }), url).toEqual(['SERVICE_BASE_URL'])
    }
  })

  it('NEXTAUTH_URL is http only on loopback, and has no path', () => {
    expect(problemNames({ NEXTAUTH_URL: 'http://localhost:3000' })).toEqual([])
    for (const NEXTAUTH_URL of ['http://connect.example', 'https://connect.example/app']) {
      expect(problemNames({ NEXTAUTH_URL })).toEqual(['NEXTAUTH_URL'])
    }
  })
})

describe('the login', () => {
  const noProvider = { OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined }

  it('may be the demo login only on loopback', () => {
    const demoAt = (NEXTAUTH_URL: string) => problemNames({ ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL })
    for (const url of ['http://localhost:3000', 'https://localhost:3000', 'http://127.0.0.1:3000']) {
      expect(demoAt(url), url).toEqual([])
    }
    for (const url of ['https://connect.example', 'https://localhost.connect.example']) {
      expect(demoAt(url), url).toEqual(['DEMO_LOGIN'])
    }
  })

  it('may not be missing, and a provider may not be incomplete', () => {
    expect(problemNames(noProvider)).toEqual(['OIDC_ISSUER'])
    expect(problemNames({ ...noProvider, NEXTAUTH_URL: 'http://127.0.0.1:3000' })).toEqual(['OIDC_ISSUER'])
    expect(problemNames({ OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET'])
  })
})

it('OIDC_ROLES_CLAIM is a name, or a path in brackets with and without quotes', () => {
  for (const [OIDC_ROLES_CLAIM, claim] of [
    ['realm_access.roles', 'realm_access.roles'],
    ['[resource_access, my.app,roles]', ['resource_access', 'my.app', 'roles']],
    ['["resource_access","my,app"]', ['resource_access', 'my,app']],
  ] as const) {
    expect(parsed({ OIDC_ROLES_CLAIM, OIDC_OPERATOR_ROLE: 'console' }).login.oidc?.rolesClaims).toEqual([claim])
  }
  for (const OIDC_ROLES_CLAIM of ['[a,,b]', '[a', '[ ]', '["a",1]']) {
    expect(problemNames({ OIDC_ROLES_CLAIM, OIDC_OPERATOR_ROLE: 'console' }), OIDC_ROLES_CLAIM).toEqual([
      'OIDC_ROLES_CLAIM',
    ])
  }
})

describe('lists', () => {
  it('have commas between their entries, or are JSON arrays', () => {
    const dn = 'cn=users,ou=groups,dc=example'
    const config = parsed({
      CONSOLE_USERS: JSON.stringify([dn, 'ada']),
      CONSOLE_VIEWERS: '[kim, bob@example.com]',
      TASK_BATCH_COLUMNS: '["user_id","points, total"]',
      CONSOLE_SIBLINGS: '["North=https://north.example.com/?a,b"]',
      OIDC_REQUIRED_CLAIM: `groups = ["${dn}"]`,
    })
    expect(config).toMatchObject({
      consoleUsers: [dn, 'ada'],
      consoleViewers: ['kim', 'bob@example.com'],
      taskBatchColumns: ['user_id', 'points, total'],
      consoleSiblings: [{ name: 'North', url: 'https://north.example.com/?a,b' }],
      login: { oidc: { requiredClaim: { claim: 'groups', values: [dn] } } },
    })
    expect(configHints(config)).toEqual([])
  })

  it('are named by configHints when commas have cut a name of LDAP, or something else separates people', () => {
    const names = (change: Variables) => configHints(parsed(change)).map(({ name }) => name)
    expect(names({ OIDC_REQUIRED_CLAIM: 'groups=cn=users,ou=groups,dc=example' })).toEqual(['OIDC_REQUIRED_CLAIM'])
    const users = 'uid=ada,OU=people,dc=example'
    expect(names({ CONSOLE_USERS: users, CONSOLE_VIEWERS: 'kim,uid=bob,o=acme,c=de' })).toEqual([
      'CONSOLE_USERS',
      'CONSOLE_VIEWERS',
    ])
    const complete = { CONSOLE_USERS: '["cn=ada"]', OIDC_REQUIRED_CLAIM: 'groups=cn=users,cn=staff' }
    for (const change of [complete, { CONSOLE_USERS: 'cn=ada,cnut=1', OIDC_REQUIRED_CLAIM: 'plan=tier=gold,c=de' }])
      expect(names(change)).toEqual([])
    for (const people of ['ada;bob', 'ada@a.example bob@b.example', 'kim,ada@a.example|bob@b.example']) {
      expect(names({ CONSOLE_USERS: people, CONSOLE_VIEWERS: people })).toEqual(['CONSOLE_USERS', 'CONSOLE_VIEWERS'])
    }
    const right = 'auth0|ada,demo:Ada Lovelace,ada+a@a.example, bob@b.example'
    expect(names({ CONSOLE_USERS: right, OIDC_REQUIRED_CLAIM: 'scope=a;b' })).toEqual([])
  })
})

it('configHints names NODE_TLS_REJECT_UNAUTHORIZED when it switches off every check of a certificate', () => {
  const names = (value?: string) =>
    configHints(parsed(), { NODE_TLS_REJECT_UNAUTHORIZED: value }).map(({ name }) => name)
  expect(names('0')).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED'])
  for (const value of [undefined, '', '1']) expect(names(value)).toEqual([])
})

describe('missingOperator', () => {
  const messageFor = (change: Variables) => missingOperator(parsed(change))[0]?.message
  const staff = {
    CONSOLE_OIDC_ISSUER: 'https://staff.example',
    CONSOLE_OIDC_CLIENT_ID: 'client',
    CONSOLE_OIDC_CLIENT_SECRET: 'client-secret',
  }

  it('says that nobody can open the console, or only viewers, when nothing names an operator', () => {
    expect(messageFor({})).toContain('nobody can open the console')
    expect(messageFor({ CONSOLE_VIEWERS: 'ada' })).toContain('nobody can change anything in the console')
    expect(messageFor({ OIDC_VIEWER_ROLE: 'support' })).toContain('nobody can change anything in the console')
    // The users' login does not open the console of staff.
    expect(messageFor({ ...staff, OIDC_OPERATOR_ROLE: 'admin' })).toContain('nobody can open the console')
  })

  it('returns nothing when a variable or a role of the login names operators', () => {
    for (const change of [
      { CONSOLE_USERS: 'ada' },
      { OIDC_OPERATOR_ROLE: 'admin' },
      { ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'admin' },
    ])
      expect(messageFor(change), Object.keys(change).join()).toBeUndefined()
  })
})

describe('the webhook', () => {
  const webhook = { CONNECTED_WEBHOOK_URL: 'https://crm.example/hook', CONNECTED_WEBHOOK_SECRET: webhookSecret }

  it('needs both a URL and a secret of the right form', () => {
    expect(problemNames(webhook)).toEqual([])
    expect(problemNames({ ...webhook, CONNECTED_WEBHOOK_URL: '' })).toEqual(['CONNECTED_WEBHOOK_URL'])
    const malformed = ['A'.repeat(20), 'A'.repeat(120), '*'.repeat(40)].map((text) => `whsec_${text}`)
    for (const text of ['', 'x'.repeat(40), ...malformed]) {
      const change = { ...webhook, CONNECTED_WEBHOOK_SECRET: text }
      expect(problemNames(change), text).toEqual(['CONNECTED_WEBHOOK_SECRET'])
    }
  })

  it('has an https URL, or an http URL with CONNECTED_WEBHOOK_ALLOW_HTTP', () => {
    const at = (CONNECTED_WEBHOOK_URL: string, CONNECTED_WEBHOOK_ALLOW_HTTP?: string) =>
      problemNames({ ...webhook, CONNECTED_WEBHOOK_URL, CONNECTED_WEBHOOK_ALLOW_HTTP })
    for (const url of ['http://bot:8080/hook', 'https://crm.example/hook']) expect(at(url, '1')).toEqual([])
    for (const url of ['http://crm.example/', 'https://user:password@crm.example/', 'https://crm.example/#part']) {
      expect(at(url), url).toEqual(['CONNECTED_WEBHOOK_URL'])
    }
    expect(at('ftp://bot/', '1')).toEqual(['CONNECTED_WEBHOOK_URL'])
    expect(problemNames({ CONNECTED_WEBHOOK_ALLOW_HTTP: '1' })).toEqual(['CONNECTED_WEBHOOK_ALLOW_HTTP'])
  })
})

describe('parseConfig problems', () => {
  it('lists all problems by name', () => {
    const wrong = { SERVICE_BASE_URL: 'x', SUBNET_ID: 'x', HOLD_PASSWORD: 'short', LOG_LEVEL: 'loud' }
    expect(problemNames(wrong)).toEqual(Object.keys(wrong))
  })

  it('lists problems between variables together with problems of single variables', () => {
    for (const wrong of [
      { SUBNET_ID: '', OIDC_CLIENT_SECRET: '', DEMO_LOGIN: '1' },
      { NEXTAUTH_URL: 'http://connect.example', DEMO_LOGIN: '1' },
    ])
      expect(problemNames(wrong)).toEqual(Object.keys(wrong))
    expect(problemNames({ NEXTAUTH_URL: 'connect.example', DEMO_LOGIN: '1' })).toEqual(['NEXTAUTH_URL'])
  })

  it('refuses an invalid value of each variable', () => {
    const wrongValues = {
      short: [
        'HOLD_PASSWORD_PREVIOUS',
        'SUBNET_USER_ID_KEY',
        'NEXTAUTH_SECRET_PREVIOUS',
        'METRICS_TOKEN',
        'HOLD_PASSWORD_NEXT',
        'NEXTAUTH_SECRET_NEXT',
      ],
      ['a'.repeat(31)]: ['LOGIN_SECRET', 'LOGIN_SECRET_PREVIOUS'],
      'two\nlines': ['SERVICE_API_KEY'],
      'with blanks in it, however long it may be': ['METRICS_TOKEN'],
      'a&b': ['SERVICE_PARAM_PAGE', 'CLIENT_ADDRESS_HEADER'],
      'eyJ.x.y': ['SERVICE_JWT'],
      '0': ['SERVICE_MAX_PAUSE_SECONDS', 'SESSION_HOURS', 'CONNECT_RECORDS_MAX_DAYS', 'SHUTDOWN_GRACE_SECONDS'],
      '-1': ['OIDC_MAX_AGE_SECONDS', 'TRUSTED_PROXY_HOPS', 'SHUTDOWN_DELAY_SECONDS'],
      '620': ['KEEP_ALIVE_TIMEOUT'],
      '620s': ['KEEP_ALIVE_TIMEOUT'],
      '1.5': ['STUCK_AFTER_MINUTES'],
      '9': ['OPERATOR_SESSION_HOURS', 'CONFIRM_BUDGET_PER_MINUTE'],
      '26': ['SERVICE_DEADLINE_SECONDS'],
      '121': ['CONFIRM_BUDGET_PER_MINUTE'],
      '100.5': ['CONFIRM_BUDGET_PER_MINUTE'],
      ten: ['SERVICE_DEADLINE_SECONDS', 'CONNECT_RECORDS_MAX_ENTRIES'],
      yes: ['WALLET_PROOF', 'OIDC_TRUST_EMAIL'],
      no: ['OIDC_NONCE'],
      true: ['DEMO_LOGIN'],
      '': ['SERVICE_ENVIRONMENT'],
      live: ['SERVICE_ENVIRONMENT'],
      email: ['SUBNET_USER_ID'],
      never: ['SIGN_IN_PAGE'],
      all: ['CONNECT_RECORDS'],
      jwt: ['OIDC_CLIENT_AUTH'],
      none: ['OIDC_PROMPT'],
      profile: ['CONSOLE_OIDC_SCOPE'],
      'profile email': ['OIDC_SCOPE'],
      '[]': ['OIDC_USER_ID_CLAIM', 'OIDC_ROLES_CLAIM'],
      '["roles"': ['OIDC_ROLES_CLAIM'],
      hd: ['OIDC_REQUIRED_CLAIM'],
      'hd=,': ['OIDC_REQUIRED_CLAIM'],
      '[1]=a': ['OIDC_REQUIRED_CLAIM'],
      '/jwks.json': ['LOGIN_JWKS_URL'],
      'http://www.example.com/': ['LOGIN_SIGN_OUT_URL', 'CONSOLE_LOGIN_SIGN_OUT_URL'],
      'https://www.example.com/#out': ['LOGIN_SIGN_OUT_URL'],
      off: ['LOGIN_SIGN_OUT_URL'],
      'http://localhost:6379': ['REDIS_URL'],
      'localhost:6379': ['REDIS_URL'],
      'redis://:100%@localhost': ['REDIS_URL'],
      'rediss://ad%ff:secret@localhost:6380/1': ['REDIS_URL'],
      'redis://:se#cret@localhost': ['REDIS_URL'],
      'redis://:secret@redis.example:6380?ssl=true': ['REDIS_URL'],
      'rediss://redis.example/0?family=0': ['REDIS_URL'],
      '["ada"': ['CONSOLE_USERS', 'CONSOLE_VIEWERS', 'TASK_BATCH_COLUMNS', 'CONSOLE_SIBLINGS'],
      '["ada",1]': ['CONSOLE_USERS'],
      'groups=["a",""]': ['OIDC_REQUIRED_CLAIM'],
      'groups=[]': ['OIDC_REQUIRED_CLAIM'],
      'redis://user#x@localhost': ['REDIS_URL'],
      'redis://localhost/cache': ['REDIS_URL'],
      'redis://localhost/-1': ['REDIS_URL'],
      'redis://localhost/1.5': ['REDIS_URL'],
      'unix:///run/redis.sock': ['REDIS_URL'],
    }
    for (const [value, names] of Object.entries(wrongValues)) {
      for (const name of names) expect(problemNames({ [name]: value }), `${name}=${value}`).toEqual([name])
    }
  })

  it('names each variable whose value has white space at an end or quotes round it, and accepts them within', () => {
    const ends = ['\n', '\r', '\r\n', ' ', '\t', '\u00A0', '\uFEFF', '\u200B', '\u2028', '\u0085']
    const values = ends.flatMap((end) => [`canary${end}`, `${end}canary`])
    for (const value of [...values, '"canary"', "'canary'", '"canary"\n', `""`]) {
      const problems = problemsOf(Object.fromEntries(variableNames.map((name) => [name, value])))
      const named = problems.filter(({ message }) => /^(?:begins or ends with|has quotes round it)/.test(message))
      expect(new Set(named.map(({ name }) => name)), JSON.stringify(value)).toEqual(new Set(variableNames))
      expect(JSON.stringify(problems)).not.toContain('canary')
    }
    expect(parsed({ OIDC_CLIENT_SECRET: `"it's" \u00A0a`, OIDC_OPERATOR_ROLE: '"' }).login.oidc).toMatchObject({
      clientSecret: `"it's" \u00A0a`,
      operatorRole: '"',
    })
  })

  it('never quotes a value', () => {
    const values = Object.fromEntries(variableNames.map((name) => [name, `canary-${name}`.slice(0, 31)]))
    const result = parseConfig(values)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(new ConfigError(result.problems).message).not.toContain('canary')
  })
})

describe('cutVariables', () => {
  const namesIn = (contents: string) => cutVariables([{ path: '.env.local', contents }]).map(({ name }) => name)

  it('names the variables and the file of each value that ends at # or $', () => {
    const atHash = ['pa#ss', '#pass', `"pa#ss`, `'it'#s'`]
    const atDollar = ['pa$word', '"pa$word"', `'pa$word'`, 'pa${word}', 'a$$b', '$a#b']
    for (const value of [...atHash, ...atDollar])
      expect(namesIn(`export A=${value} # a comment\r\nB=1`), value).toEqual(['A'])
    const [problem] = cutVariables([{ path: '.env.local', contents: 'A=canary#canary' }])
    expect(problem?.message).toMatch(/^in \.env\.local continues after a #/)
    expect(problem?.message).not.toContain('canary')
  })

  it('names no variable whose value is whole', () => {
    const ofHash = [`'pa#ss'`, '"pa#ss"', 'pa # a comment', ' # a comment', '']
    const ofDollar = [String.raw`pa\$word`, 'pa$', '$B', '${C:-c}']
    for (const value of [...ofHash, ...ofDollar])
      for (const comment of ['', ' # "a" comment'])
        expect(namesIn(`A=${value}${comment}\nB=b\n# C=a#b`), value).toEqual([])
    expect(namesIn('A="line\nX=a#b\nend"\nB: "two\\nlines"')).toEqual([])
  })

  it('names a file in UTF-16, or with a value in another encoding, and no comment', () => {
    const read = (bytes: Buffer) => cutVariables([{ path: '.env.local', contents: bytes.toString('utf8') }])
    const text = '# Grüße\nCONSOLE_USERS=zoë\n'
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const bytes of [utf16, utf16.subarray(2), Buffer.from(utf16).swap16(), Buffer.from(text, 'latin1')]) {
      const problem = { name: '.env.local', message: expect.stringContaining('save it as UTF-8') as string }
      expect(read(bytes)).toEqual([problem])
    }
    for (const bytes of [Buffer.from(`\uFEFF${text}`), Buffer.from('# Grüße\nCONSOLE_USERS=ada\n', 'latin1')])
      expect(read(bytes)).toEqual([])
  })

  it('names a file of node --env-file in UTF-16, or with a byte order mark', () => {
    const folder = folderWith({ 'a.env': 'A=1', 'b.env': '\uFEFFA=1', 'c.env': 'A\0=\u00001\0' })
    const files = ['a.env', 'b.env', 'c.env'].map((name) => join(folder, name))
    vi.spyOn(process, 'execArgv', 'get').mockReturnValue(files.map((file) => `--env-file=${file}`))
    expect(new Set(cutVariables([]).map(({ name }) => name))).toEqual(new Set(files.slice(1)))
  })

  it('reads the files of node --env-file by the rules of Node', () => {
    const file = join(folderWith({ 'app.env': `A=pa#ss\nB=pa$word\nC='pa#ss'\n` }), 'app.env')
    for (const execArgv of [[`--env-file=${file}`], ['--env-file', file, '--import', 'x']]) {
      vi.spyOn(process, 'execArgv', 'get').mockReturnValue(execArgv)
      expect(cutVariables([]).map(({ name, message }) => [name, message.includes(file)])).toEqual([['A', true]])
    }
  })
})

it('.env.example lists every variable that an operator may set, and no others', () => {
  const example = readFileSync('.env.example', 'utf8')
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  // The app declares SERVICE_JWT only to refuse it.
  const expected = variableNames.filter((name) => !namesSetByTheSystem.includes(name) && name !== 'SERVICE_JWT')
  expect(new Set(names)).toEqual(new Set(expected))
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

  it('may have the placeholder anywhere behind the host', () => {
    for (const link of [
      'http://localhost:4000/users/{user_id}',
      'https://admin.example.com/?user={user_id}&from=console',
      'https://admin.example.com/app#/users/{user_id}',
      'https://admin.example.com/{user_id}/of/{user_id}',
    ])
      expect(parsed({ CONSOLE_USER_LINK: link }).consoleLinks.user).toBe(link)
  })

  it('is refused with an example when a link is invalid', () => {
    for (const [what, link, problem] of [
      ['no placeholder', 'https://admin.example.com/users', 'lacks {user_id}'],
      ['the placeholder of a wallet', 'https://admin.example.com/{wallet_address}', 'lacks {user_id}'],
      ['another placeholder too', 'https://admin.example.com/{team}/{user_id}', 'has braces outside of {user_id}'],
      ['plain http', 'http://admin.example.com/{user_id}', 'is neither https nor http on loopback'],
      ['a script', 'javascript:alert({user_id})', 'is neither https nor http on loopback'],
      ['no host', '/users/{user_id}', 'is not an absolute URL'],
      ['the placeholder in the host', 'https://{user_id}.example.com/', 'has {user_id} before the path'],
      ['the placeholder right after the host', 'https://admin.example.com{user_id}', 'has {user_id} before the path'],
      ['a user name', 'https://admin@example.com/{user_id}', 'has a user name'],
    ]) {
      const message = `${problem}: expected an address like https://admin.example.com/users/{user_id}`
      expect(problemsOf({ CONSOLE_USER_LINK: link }), what).toEqual([{ name: 'CONSOLE_USER_LINK', message }])
    }
    const wallet = { CONSOLE_WALLET_LINK: 'https://explorer.example.com/{user_id}' }
    expect(problemNames(wallet)).toEqual(['CONSOLE_WALLET_LINK'])
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
  const onlySite = { ...none, ...site }
  const onlyNamed = { ...none, ...named }
  const withKeys = { ...none, LOGIN_URL: site.LOGIN_URL, LOGIN_JWKS_URL: 'https://www.example.com/jwks.json' }

  it('may configure one login of users, and one of staff', () => {
    const localDemo = { DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' }
    const logins: [string, Variables][] = [
      ['the operator’s site with a secret', onlySite],
      ['the operator’s site with public keys', withKeys],
      ['a named provider', onlyNamed],
      ['the operator’s site and the demo login', { ...onlySite, ...localDemo }],
      ['OpenID Connect, and another provider for staff', staff],
      ['the operator’s site, and OpenID Connect for staff', { ...onlySite, ...staff }],
    ]
    for (const [what, change] of logins) expect(problemNames(change), what).toEqual([])
  })

  it('configure the users’ login and the staff’s login separately', () => {
    const { login } = parsed({ ...onlySite, ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'admin' })
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
    expect(parsed({ ...onlySite, ...rolesOf('LOGIN') }).login.site).toMatchObject(wanted)
  })

  it('have defaults for the user ID claim and the nonce', () => {
    expect(parsed().login.oidc).toMatchObject({ userIdClaim: 'sub', usesNonce: true })
    expect(parsed({ OIDC_USER_ID_CLAIM: 'oid', OIDC_NONCE: '0' }).login.oidc).toMatchObject({
      userIdClaim: 'oid',
      usesNonce: false,
    })
  })

  it('are refused by name when they contradict each other', () => {
    const staffOperators = { ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'a' }
    const contradictions: [string, Variables, ...string[]][] = [
      ['OpenID Connect and the operator’s site', site, 'LOGIN_URL'],
      ['OpenID Connect and a named provider', named, 'LOGIN_PROVIDER'],
      ['the operator’s site and a named provider', { ...onlySite, ...named }, 'LOGIN_PROVIDER'],
      ['no client', { ...none, LOGIN_PROVIDER: 'discord' }, 'LOGIN_CLIENT_ID', 'LOGIN_CLIENT_SECRET'],
      ['the operator’s site without a key', { ...none, LOGIN_URL: site.LOGIN_URL }, 'LOGIN_SECRET'],
      ['the operator’s site with two kinds of keys', { ...withKeys, ...site }, 'LOGIN_JWKS_URL'],
      ['a secret of a site without its URL', { LOGIN_SECRET: site.LOGIN_SECRET }, 'LOGIN_SECRET'],
      ['a previous secret and public keys', { ...withKeys, LOGIN_SECRET_PREVIOUS: secret }, 'LOGIN_SECRET_PREVIOUS'],
      ['a named provider with a claim', { ...onlyNamed, OIDC_REQUIRED_CLAIM: 'hd=a' }, 'OIDC_REQUIRED_CLAIM'],
      ['a site with another login’s role', { ...onlySite, OIDC_OPERATOR_ROLE: 'a' }, 'OIDC_OPERATOR_ROLE'],
      ['a role of staff without their login', { CONSOLE_OIDC_OPERATOR_ROLE: 'a' }, 'CONSOLE_OIDC_OPERATOR_ROLE'],
      ['a viewer role of staff without their login', { CONSOLE_OIDC_VIEWER_ROLE: 'a' }, 'CONSOLE_OIDC_VIEWER_ROLE'],
      ['a viewer role of a missing site', { LOGIN_VIEWER_ROLE: 'a' }, 'LOGIN_VIEWER_ROLE'],
      ['a site with another login’s viewer role', { ...onlySite, OIDC_VIEWER_ROLE: 'a' }, 'OIDC_VIEWER_ROLE'],
      [
        'a sign-out page of staff without their login',
        { CONSOLE_LOGIN_SIGN_OUT_URL: 'none' },
        'CONSOLE_LOGIN_SIGN_OUT_URL',
      ],
      [
        'a sign-out page of the demo login alone',
        { ...none, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000', LOGIN_SIGN_OUT_URL: 'none' },
        'LOGIN_SIGN_OUT_URL',
      ],
      ['one role for both', { ...staffOperators, CONSOLE_OIDC_VIEWER_ROLE: 'a' }, 'CONSOLE_OIDC_VIEWER_ROLE'],
      ['a staff login without a secret', { ...staff, CONSOLE_OIDC_CLIENT_SECRET: '' }, 'CONSOLE_OIDC_CLIENT_SECRET'],
      ['made-up connects without the demo login', { DEMO_CONNECTS: '1' }, 'DEMO_CONNECTS'],
    ]
    for (const [what, change, ...names] of contradictions) expect(problemNames(change), what).toEqual(names)
  })

  it('can each have a sign-out page, or none', () => {
    for (const login of [{}, onlySite, onlyNamed]) {
      const at = (LOGIN_SIGN_OUT_URL: string) => parsed({ ...login, LOGIN_SIGN_OUT_URL }).login.signOutUrl
      expect(at('https://www.example.com/out?a=b')).toEqual(new URL('https://www.example.com/out?a=b'))
      expect(at('none')).toBe('none')
    }
    expect(parsed({ ...staff, CONSOLE_LOGIN_SIGN_OUT_URL: 'none' }).login.staffSignOutUrl).toBe('none')
  })

  it('are refused when LOGIN_URL is invalid or LOGIN_PROVIDER is unknown', () => {
    const at = (LOGIN_URL: string) => problemNames({ ...onlySite, LOGIN_URL })
    for (const url of ['http://www.example.com/', 'https://www.example.com/#now', 'https://www.example.com/?nonce=']) {
      expect(at(url), url).toEqual(['LOGIN_URL'])
    }
    expect(problemNames({ ...onlyNamed, LOGIN_PROVIDER: 'facebook' })).toEqual(['LOGIN_PROVIDER'])
  })
})

describe('parseServiceConfig', () => {
  const { SERVICE_BASE_URL, SUBNET_ID, SERVICE_API_KEY, SERVICE_ENVIRONMENT } = complete
  const service = { SERVICE_BASE_URL, SUBNET_ID, SERVICE_API_KEY, SERVICE_ENVIRONMENT }

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

  it('is refused when an entry is invalid', () => {
    for (const [entry, problem] of [
      ['https://north.example.com/console', 'has no name or no absolute URL'],
      ['=https://north.example.com/console', 'has no name or no absolute URL'],
      ['North=/console', 'has no name or no absolute URL'],
      ['North=http://north.example.com/console', 'is neither https nor http on loopback'],
      ['North=javascript:alert(1)', 'is neither https nor http on loopback'],
      ['North=https://me:pw@north.example.com/', 'has a fragment or a user name'],
    ]) {
      const problems = problemsOf({ CONSOLE_SIBLINGS: `South=https://south.example.com/console,${entry}` })
      const message = expect.stringContaining(`has an entry that ${problem}`)
      expect(problems).toEqual([{ name: 'CONSOLE_SIBLINGS', message }])
      expect(JSON.stringify(problems)).not.toContain('me:pw')
    }
  })
})
