import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { ConfigError, namesSetByTheSystem, parseConfig, parseServiceConfig, unknownVariables, variableNames } from '.'
import { cutVariables } from './env-file.mjs'
import { configHints, missingOperator } from './hints'
import { configWith as parsed, smallDeployment as complete, type Variables } from './test-support'

const secret = complete.HOLD_PASSWORD
const noLogin = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
const site = { LOGIN_URL: 'https://www.example.com/login?from=connect', LOGIN_SECRET: 'ü'.repeat(16) }
const named = { LOGIN_PROVIDER: 'discord', LOGIN_CLIENT_ID: 'client', LOGIN_CLIENT_SECRET: 'client-secret' }
const onlySite = { ...noLogin, ...site }
const onlyNamed = { ...noLogin, ...named }
const withKeys = { ...noLogin, LOGIN_URL: site.LOGIN_URL, LOGIN_JWKS_URL: 'https://www.example.com/jwks.json' }
const staff = {
  CONSOLE_OIDC_ISSUER: 'https://staff.example',
  CONSOLE_OIDC_CLIENT_ID: 'client',
  CONSOLE_OIDC_CLIENT_SECRET: 'client-secret',
}
const loopback = 'http://localhost:3000'
const demoAt = (NEXTAUTH_URL: string) => ({ ...noLogin, DEMO_LOGIN: '1', NEXTAUTH_URL })
const webhook = {
  CONNECTED_WEBHOOK_URL: 'https://crm.example/hook?tenant=1',
  CONNECTED_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
}
const privateWebhook = { ...webhook, CONNECTED_WEBHOOK_URL: 'http://bot:8080/hook', CONNECTED_WEBHOOK_ALLOW_HTTP: '1' }
const standIn = { SERVICE_BASE_URL: 'http://localhost:4000/api', CONFIRM_BUDGET_PER_MINUTE: '6000' }

function problemsOf(change: Variables) {
  const result = parseConfig({ ...complete, ...change })
  return result.ok ? [] : result.problems
}
const problemNames = (change: Variables) => problemsOf(change).map(({ name }) => name)

// `docs/generated.test.ts` compares the defaults with docs/configuration.md.
it('parseConfig derives the origin of the app, the times of sessions and the groups of variables when they are missing', () => {
  expect(parsed()).toMatchObject({
    service: { baseUrl: 'https://service.example/api', deadlineMs: 10_000, maxPauseMs: 300_000 },
    app: { origin: 'https://connect.example', host: 'connect.example', isHttps: true },
    login: {
      oidc: { clientId: 'client', userIdClaim: 'sub', usesNonce: true },
      site: undefined,
      named: undefined,
      session: { userSeconds: 8 * 60 * 60, operatorSeconds: 2 * 60 * 60 },
    },
    subnetUserId: { format: 'hashed', key: secret },
    consoleUsers: [],
    consoleSiblings: [],
    webhook: undefined,
    redisUrl: undefined,
  })
})

const links = {
  CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
  CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
}
const siblings = {
  consoleSiblings: [
    { name: 'North', url: 'https://n.example/' },
    { name: 'S & W', url: 'https://s.example/?a=b' },
  ],
}
const withComma = { name: 'N', url: 'https://n.example/?a,b' }
const outPage = new URL('https://a.example/?b=c')
const ldapName = 'cn=users,ou=groups,dc=example'
const bothRoles = { operatorRole: 'admin', viewerRole: 'support' }
const rolesOf = (prefix: string) => ({ [`${prefix}_OPERATOR_ROLE`]: 'admin', [`${prefix}_VIEWER_ROLE`]: 'support' })
const rolesIn = (OIDC_ROLES_CLAIM: string) => ({ OIDC_ROLES_CLAIM, OIDC_OPERATOR_ROLE: 'admin' })
const userLinks = ['http://localhost:4000/{user_id}', 'https://a.example/?b={user_id}&c#/{user_id}']

it.each<[what: string, change: Variables, settings: object]>([
  ['a mode', { NODE_ENV: 'production' }, { app: { isDevelopment: false, isOnPlatform: false } }],
  ['the development mode', { NODE_ENV: 'development' }, { app: { isDevelopment: true, isOnPlatform: false } }],
  ['a platform', { VERCEL: '1' }, { app: { isDevelopment: false, isOnPlatform: true } }],
  ['empty values', { WALLET_PROOF: '', LOG_LEVEL: ' ' }, { walletProof: 'optional', logLevel: 'info' }],
  ['seconds', { SERVICE_DEADLINE_SECONDS: '5' }, { service: { deadlineMs: 5000 } }],
  ['no seconds', { SHUTDOWN_DELAY_SECONDS: '0' }, { shutdown: { delayMs: 0, graceMs: 30_000 } }],
  ['days', { CONNECT_RECORDS_MAX_DAYS: '7' }, { connectRecords: { maxAgeMs: 7 * 24 * 60 * 60 * 1000 } }],
  ['an own name', { SERVICE_PARAM_PAGE: 'page_no' }, { service: { names: { from: 'from', page: 'page_no' } } }],
  ['flags', { OIDC_TRUST_EMAIL: '1', OIDC_NONCE: '0' }, { login: { oidc: { trustsEmail: true, usesNonce: false } } }],
  ['0', { OIDC_MAX_AGE_SECONDS: '0' }, { login: { oidc: { maxAgeSeconds: 0 } } }],
  ['a session', { SESSION_HOURS: '1' }, { login: { session: { userSeconds: 3600, operatorSeconds: 3600 } } }],
  ['the demo’s budget', standIn, { confirmBudgetPerMinute: 6000 }],
  ['a Redis', { REDIS_URL: 'rediss://:100%25@r.example:6380/1' }, { redisUrl: 'rediss://:100%25@r.example:6380/1' }],
  ['a webhook', webhook, { webhook: { url: webhook.CONNECTED_WEBHOOK_URL, allowsHttp: false } }],
  ['plain IDs', { SUBNET_USER_ID: 'plain', SUBNET_USER_ID_KEY: '' }, { subnetUserId: { format: 'plain' } }],
  ['a claim', { OIDC_USER_ID_CLAIM: 'oid' }, { login: { oidc: { userIdClaim: 'oid' } } }],
  ['a path of claims', rolesIn('realm_access.roles'), { login: { oidc: { rolesClaims: ['realm_access.roles'] } } }],
  ['claims in brackets', rolesIn('[realm, my.app]'), { login: { oidc: { rolesClaims: [['realm', 'my.app']] } } }],
  ['claims in quotes', rolesIn('["realm","my,app"]'), { login: { oidc: { rolesClaims: [['realm', 'my,app']] } } }],
  ['an allowed claim', { OIDC_REQUIRED_CLAIM: `groups = ["${ldapName}"]` }, claimIs('groups', ldapName)],
  ['people', { CONSOLE_USERS: 'ada , bob@example.com,' }, { consoleUsers: ['ada', 'bob@example.com'] }],
  ['people in an array', { CONSOLE_USERS: `["${ldapName}","ada"]` }, { consoleUsers: [ldapName, 'ada'] }],
  ['people in brackets', { CONSOLE_VIEWERS: '[kim, bob@b.example]' }, { consoleViewers: ['kim', 'bob@b.example'] }],
  ['columns', { TASK_BATCH_COLUMNS: '["id","points, total"]' }, { taskBatchColumns: ['id', 'points, total'] }],
  ['links', links, { consoleLinks: { user: links.CONSOLE_USER_LINK, wallet: links.CONSOLE_WALLET_LINK } }],
  ...userLinks.map((user): [string, Variables, object] => [
    `the link ${user}`,
    { CONSOLE_USER_LINK: user },
    { consoleLinks: { user, wallet: null } },
  ]),
  ['other consoles', { CONSOLE_SIBLINGS: 'North =https://n.example/, S & W=https://s.example/?a=b' }, siblings],
  ['consoles in an array', { CONSOLE_SIBLINGS: '["N=https://n.example/?a,b"]' }, { consoleSiblings: [withComma] }],
  ...[{}, onlySite, onlyNamed].flatMap((login): [string, Variables, object][] => [
    ['a page of sign-out', { ...login, LOGIN_SIGN_OUT_URL: outPage.href }, { login: { signOutUrl: outPage } }],
    ['no page of sign-out', { ...login, LOGIN_SIGN_OUT_URL: 'none' }, { login: { signOutUrl: 'none' } }],
  ]),
  [
    'a login of staff',
    { ...onlySite, ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'admin', CONSOLE_LOGIN_SIGN_OUT_URL: 'none' },
    {
      login: {
        oidc: undefined,
        named: undefined,
        site: { url: new URL(site.LOGIN_URL), secret: site.LOGIN_SECRET },
        staff: { issuer: 'https://staff.example/', operatorRole: 'admin', usesNonce: true },
        staffSignOutUrl: 'none',
      },
    },
  ],
  ['roles', rolesOf('OIDC'), { login: { oidc: bothRoles } }],
  ['the site’s roles', { ...onlySite, ...rolesOf('LOGIN') }, { login: { site: bothRoles } }],
  ['roles of staff', { ...staff, ...rolesOf('CONSOLE_OIDC') }, { login: { staff: bothRoles } }],
])('parseConfig reads %s', (_, change, settings) => expect(parsed(change)).toMatchObject(settings))

function claimIs(claim: string, ...values: string[]) {
  return { login: { oidc: { requiredClaim: { claim, values } } } }
}

it.each<[what: string, change: Variables]>([
  ['the operator’s site with public keys', withKeys],
  ['the operator’s site and the demo login', { ...onlySite, DEMO_LOGIN: '1', NEXTAUTH_URL: loopback }],
  ['OpenID Connect, and another provider for staff', staff],
  ...['http://localhost:3000', 'https://localhost:3000', 'http://127.0.0.1:3000'].map((url): [string, Variables] => [
    `the demo login at ${url}`,
    demoAt(url),
  ]),
  ...['http://localhost:4000/api', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'https://s.example'].map(
    (url): [string, Variables] => [`a service at ${url}`, { SERVICE_BASE_URL: url }],
  ),
  ['a receiver in a private network', privateWebhook],
])('parseConfig accepts %s', (_, change) => expect(problemNames(change)).toEqual([]))

/** What a variable needs beside it. */
const companions: Record<string, Variables> = {
  LOGIN_URL: onlySite,
  LOGIN_SECRET: onlySite,
  LOGIN_SECRET_PREVIOUS: onlySite,
  LOGIN_PROVIDER: onlyNamed,
  CONNECTED_WEBHOOK_URL: webhook,
  CONNECTED_WEBHOOK_SECRET: webhook,
  OIDC_ROLES_CLAIM: rolesIn(''),
}
const webhookSecrets = ['A'.repeat(20), 'A'.repeat(120), '*'.repeat(40)].map((text) => `whsec_${text}`)
const wrongValues: [names: string, ...values: string[]][] = [
  ['SERVICE_BASE_URL', 'http://service.example/api', 'ftp://localhost/', 'service.example'],
  ['SERVICE_BASE_URL', 'https://s.example/?key=1', 'https://s.example/#a', 'https://user@s.example/'],
  ['SERVICE_API_KEY', 'two\nlines'],
  ['SERVICE_ENVIRONMENT', '', 'live'],
  ['SERVICE_PARAM_PAGE CLIENT_ADDRESS_HEADER', 'a&b'],
  ['SERVICE_DEADLINE_SECONDS', '26', 'ten'],
  ['SERVICE_MAX_PAUSE_SECONDS SESSION_HOURS CONNECT_RECORDS_MAX_DAYS SHUTDOWN_GRACE_SECONDS', '0'],
  ['SERVICE_JWT', 'eyJ.x.y'],
  ['SUBNET_ID', '', 'x'],
  ['NEXTAUTH_URL', 'http://connect.example', 'https://connect.example/app'],
  ['NEXTAUTH_SECRET_PREVIOUS NEXTAUTH_SECRET_NEXT LOGIN_SECRET LOGIN_SECRET_PREVIOUS', 'a'.repeat(31)],
  ['HOLD_PASSWORD HOLD_PASSWORD_PREVIOUS HOLD_PASSWORD_NEXT', 'a'.repeat(31)],
  ['METRICS_TOKEN', 'short', 'with blanks in it, however long it may be'],
  ['OIDC_MAX_AGE_SECONDS TRUSTED_PROXY_HOPS SHUTDOWN_DELAY_SECONDS', '-1'],
  ['OIDC_TRUST_EMAIL DEMO_LOGIN OIDC_NONCE WALLET_PROOF LOG_LEVEL', 'yes'],
  ['OIDC_CLIENT_AUTH OIDC_PROMPT SIGN_IN_PAGE CONNECT_RECORDS SUBNET_USER_ID LOGIN_PROVIDER', 'none'],
  ['OIDC_SCOPE CONSOLE_OIDC_SCOPE', 'profile email'],
  ['OIDC_USER_ID_CLAIM OIDC_ROLES_CLAIM', '[]', '["roles"', '[a,,b]', '[a', '[ ]', '["a",1]'],
  ['OIDC_REQUIRED_CLAIM', 'hd', 'hd=,', '[1]=a', 'groups=["a",""]', 'groups=[]'],
  ['LOGIN_URL', 'http://www.example.com/', 'https://www.example.com/#now', 'https://www.example.com/?nonce='],
  ['LOGIN_URL', 'https://:pw@www.example.com/'],
  ['LOGIN_JWKS_URL', '/jwks.json'],
  ['LOGIN_SIGN_OUT_URL CONSOLE_LOGIN_SIGN_OUT_URL', 'http://www.example.com/', 'https://www.example.com/#out', 'off'],
  ['OPERATOR_SESSION_HOURS', '9'],
  ['CONSOLE_USERS CONSOLE_VIEWERS TASK_BATCH_COLUMNS CONSOLE_SIBLINGS', '["ada"', '["ada",1]'],
  ['STUCK_AFTER_MINUTES', '1.5'],
  ['CONNECT_RECORDS_MAX_ENTRIES', 'ten'],
  ['CONNECTED_WEBHOOK_URL', 'http://crm.example/', 'https://user:password@crm.example/', 'https://crm.example/#part'],
  ['CONNECTED_WEBHOOK_SECRET', 'x'.repeat(40), ...webhookSecrets],
  ['REDIS_URL', 'http://localhost:6379', 'localhost:6379', 'unix:///run/redis.sock', 'redis:///1'],
  ['REDIS_URL', 'redis://:100%@localhost', 'rediss://ad%ff:secret@localhost:6380/1'],
  ['REDIS_URL', 'redis://:se#cret@localhost', 'redis://user#x@localhost'],
  ['REDIS_URL', 'redis://:secret@redis.example:6380?ssl=true', 'rediss://redis.example/0?family=0'],
  ['REDIS_URL', 'redis://localhost/cache', 'redis://localhost/-1', 'redis://localhost/1.5'],
  ['KEEP_ALIVE_TIMEOUT', '620', '620s'],
  ['CONFIRM_BUDGET_PER_MINUTE', '9', '121', '100.5'],
]

it('parseConfig refuses an invalid value of each variable', () => {
  for (const [names, ...values] of wrongValues)
    for (const name of names.split(' '))
      for (const value of values)
        expect(problemNames({ ...companions[name], [name]: value }), `${name}=${value}`).toEqual([name])
})

const notLoopback = ['https://connect.example', 'https://localhost.connect.example']
it.each<[what: string, change: Variables, ...names: string[]]>([
  ['each', { SUBNET_ID: '', LOG_LEVEL: 'x', OIDC_CLIENT_SECRET: '' }, 'SUBNET_ID', 'LOG_LEVEL', 'OIDC_CLIENT_SECRET'],
  ['an own address by http', { NEXTAUTH_URL: 'http://connect.example', DEMO_LOGIN: '1' }, 'NEXTAUTH_URL', 'DEMO_LOGIN'],
  ['an own address that is no URL', { NEXTAUTH_URL: 'connect.example', DEMO_LOGIN: '1' }, 'NEXTAUTH_URL'],
  ...notLoopback.map((url): [string, Variables, string] => [`the demo login at ${url}`, demoAt(url), 'DEMO_LOGIN']),
  ['no login', noLogin, 'OIDC_ISSUER'],
  ['connections without a Redis', { CONNECTIONS_TOKEN: secret }, 'CONNECTIONS_TOKEN'],
  ['no login on loopback', { ...noLogin, NEXTAUTH_URL: 'http://127.0.0.1:3000' }, 'OIDC_ISSUER'],
  ['an incomplete provider', { OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
  ['OpenID Connect and the operator’s site', site, 'LOGIN_URL'],
  ['OpenID Connect and a named provider', named, 'LOGIN_PROVIDER'],
  ['the operator’s site and a named provider', { ...onlySite, ...named }, 'LOGIN_PROVIDER'],
  ['no client', { ...noLogin, LOGIN_PROVIDER: 'discord' }, 'LOGIN_CLIENT_ID', 'LOGIN_CLIENT_SECRET'],
  ['the operator’s site without a key', { ...noLogin, LOGIN_URL: site.LOGIN_URL }, 'LOGIN_SECRET'],
  ['the operator’s site with two kinds of keys', { ...withKeys, ...site }, 'LOGIN_JWKS_URL'],
  ['a secret of a site without its URL', { LOGIN_SECRET: site.LOGIN_SECRET }, 'LOGIN_SECRET'],
  ['a previous secret and public keys', { ...withKeys, LOGIN_SECRET_PREVIOUS: secret }, 'LOGIN_SECRET_PREVIOUS'],
  ['a named provider with a claim', { ...onlyNamed, OIDC_REQUIRED_CLAIM: 'hd=a' }, 'OIDC_REQUIRED_CLAIM'],
  ['a site with another login’s role', { ...onlySite, OIDC_OPERATOR_ROLE: 'a' }, 'OIDC_OPERATOR_ROLE'],
  ['a role of staff without their login', { CONSOLE_OIDC_OPERATOR_ROLE: 'a' }, 'CONSOLE_OIDC_OPERATOR_ROLE'],
  ['a viewer role of a missing site', { LOGIN_VIEWER_ROLE: 'a' }, 'LOGIN_VIEWER_ROLE'],
  ['a sign-out page without a login', { CONSOLE_LOGIN_SIGN_OUT_URL: 'none' }, 'CONSOLE_LOGIN_SIGN_OUT_URL'],
  ['a sign-out page of the demo login', { ...demoAt(loopback), LOGIN_SIGN_OUT_URL: 'none' }, 'LOGIN_SIGN_OUT_URL'],
  ['one role for both', { OIDC_OPERATOR_ROLE: 'a', OIDC_VIEWER_ROLE: 'a' }, 'OIDC_VIEWER_ROLE'],
  ['a staff login without a secret', { ...staff, CONSOLE_OIDC_CLIENT_SECRET: '' }, 'CONSOLE_OIDC_CLIENT_SECRET'],
  ['made-up connects without the demo login', { DEMO_CONNECTS: '1' }, 'DEMO_CONNECTS'],
  ['a webhook without a URL', { ...webhook, CONNECTED_WEBHOOK_URL: '' }, 'CONNECTED_WEBHOOK_URL'],
  ['a webhook without a secret', { ...webhook, CONNECTED_WEBHOOK_SECRET: '' }, 'CONNECTED_WEBHOOK_SECRET'],
  ['http without a webhook', { CONNECTED_WEBHOOK_ALLOW_HTTP: '1' }, 'CONNECTED_WEBHOOK_ALLOW_HTTP'],
  [
    'another scheme with http allowed',
    { ...privateWebhook, CONNECTED_WEBHOOK_URL: 'ftp://bot/' },
    'CONNECTED_WEBHOOK_URL',
  ],
  ['a budget no stand-in has', { ...standIn, CONFIRM_BUDGET_PER_MINUTE: '60001' }, 'CONFIRM_BUDGET_PER_MINUTE'],
])('parseConfig refuses %s by name', (_, change, ...names) => expect(problemNames(change)).toEqual(names))

const missingKey = /is missing: put the former value back.* a random text that never changes, at least 32 characters/
const shortKey = /expected a random text that never changes, at least 32 characters/
const besideSouth = (entry: string) => `South=https://south.example.com/console,${entry}`
it.each<[name: string, value: string | undefined, message: string | RegExp]>([
  ['SUBNET_USER_ID_KEY', undefined, missingKey],
  ['SUBNET_USER_ID_KEY', '', missingKey],
  ['SUBNET_USER_ID_KEY', 'short', shortKey],
  ...[
    ['https://admin.example.com/users', 'lacks {user_id}'],
    ['https://admin.example.com/{wallet_address}', 'lacks {user_id}'],
    ['https://admin.example.com/{team}/{user_id}', 'has braces outside of {user_id}'],
    ['http://admin.example.com/{user_id}', 'is neither https nor http on loopback'],
    ['javascript:alert({user_id})', 'is neither https nor http on loopback'],
    ['/users/{user_id}', 'is not an absolute URL'],
    ['https://{user_id}.example.com/', 'has {user_id} before the path'],
    ['https://admin.example.com{user_id}', 'has {user_id} before the path'],
    ['https://me:pw@example.com/{user_id}', 'has a user name'],
  ].map(([value, problem]): [string, string | undefined, string] => [
    'CONSOLE_USER_LINK',
    value,
    `${problem}: expected a URL like https://admin.example.com/users/{user_id}`,
  ]),
  ['CONSOLE_WALLET_LINK', 'https://explorer.example.com/{user_id}', /lacks {wallet_address}/],
  ['CONSOLE_SIBLINGS', besideSouth('https://n.example/'), /has an entry that has no name or no absolute URL/],
  ['CONSOLE_SIBLINGS', besideSouth('=https://n.example/'), /has an entry that has no name or no absolute URL/],
  ['CONSOLE_SIBLINGS', besideSouth('North=/console'), /has an entry that has no name or no absolute URL/],
  ['CONSOLE_SIBLINGS', besideSouth('North=http://n.example/'), /has an entry that is neither https nor http on loop/],
  ['CONSOLE_SIBLINGS', besideSouth('North=javascript:alert(1)'), /has an entry that is neither https nor http/],
  ['CONSOLE_SIBLINGS', besideSouth('North=https://me:pw@n.example/'), /has an entry that has a fragment or a user/],
])('the problem of %s says what is expected when it is %j, and never the value', (name, value, message) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toEqual([{ name, message: typeof message === 'string' ? message : expect.stringMatching(message) }])
  expect(JSON.stringify(problems)).not.toContain('me:pw')
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

/** Names of systems, hosts, libraries and other apps that are nearest to those of this app, or to a pattern of them. */
const foreignNames = `TERM PORT HOSTNAME LOGNAME MAINPID LOGS_DIRECTORY NODE_NAME NODE_OPTIONS NODE_EXTRA_CA_CERTS
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT_443_TCP_PROTO SUBNET_SERVICE_HOST HOLD_SERVICE_PORT
  SERVICE_PORT_80_TCP SUBNET_CONNECT_SERVICE_HOST CONNECT_PORT SKIN_PORT REDIS_PORT REDIS_SERVICE_HOST
  REDIS_PORT_6379_TCP_ADDR REDIS_TLS_URL REDIS_PUBLIC_URL REDIS_PASSWORD REDISHOST REDISUSER REDISPORT VERCEL_ENV
  VERCEL_URL VERCEL_OIDC_TOKEN K_SERVICE SESSION_MANAGER XDG_SESSION_ID NEXT_RUNTIME NEXT_OTEL_VERBOSE
  NEXTAUTH_URL_INTERNAL AUTH_TRUST_HOST OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_LOG_LEVEL
  OAUTH_CLIENT_ID GMAIL_CLIENT_ID EXTERNAL_SERVICE DISK_DIR`

describe('unknownVariables', () => {
  it('lists names that begin like this app’s or are near a known one', () => {
    const names =
      `SERVICE_PARAM_ADRESS CONNECT_RECORDS_DAYS NEXT_SERVER_ACTIONS_ENCRYPTION_KEY CONSOLE_USER SESSION_HOUR
      TRUSTED_PROXY_HOP METRIC_TOKEN SKINDIR NEXT_AUTH_URL KEEPALIVE_TIMEOUT REDIS_URI SUBNET_USR_ID_KEY TRUST_PROXY_HOPS
      console_users CONSOLE_VEIWERS SESSION_HUORS`.split(/\s+/)
    expect(unknownVariables(environmentOf([...names, ...variableNames]))).toEqual(names.toSorted())
  })

  it('lists no name of a host, a library or another app', () => {
    expect(unknownVariables(environmentOf(foreignNames.split(/\s+/)))).toEqual([])
  })

  const environmentOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1']))
})

const hintNames = (change: Variables) => configHints(parsed(change)).map(({ name }) => name)
const both = (people: string) => ({ CONSOLE_USERS: people, CONSOLE_VIEWERS: people })
it.each<[change: Variables, names: string[]]>([
  [{ OIDC_REQUIRED_CLAIM: 'groups=cn=users,ou=groups,dc=example' }, ['OIDC_REQUIRED_CLAIM']],
  [{ CONSOLE_USERS: 'uid=ada,OU=people,dc=example' }, ['CONSOLE_USERS']],
  [{ CONSOLE_VIEWERS: 'kim,uid=bob,o=acme,c=de' }, ['CONSOLE_VIEWERS']],
  ...['ada;bob', 'ada@a.example bob@b.example', 'kim,ada@a.example|bob@b.example'].map(
    (people): [Variables, string[]] => [both(people), ['CONSOLE_USERS', 'CONSOLE_VIEWERS']],
  ),
  [{ CONSOLE_USERS: '["cn=ada"]', OIDC_REQUIRED_CLAIM: 'groups=cn=users,cn=staff' }, []],
  [{ CONSOLE_USERS: `["${ldapName}","ada"]`, OIDC_REQUIRED_CLAIM: `groups=["${ldapName}"]` }, []],
  [{ CONSOLE_USERS: 'cn=ada,cnut=1', OIDC_REQUIRED_CLAIM: 'plan=tier=gold,c=de' }, []],
  [{ ...both('auth0|ada,demo:Ada Lovelace,ada+a@a.example, bob@b.example'), OIDC_REQUIRED_CLAIM: 'scope=a;b' }, []],
])('configHints for %j names %j, where commas cut an LDAP name or something else separates people', (change, names) =>
  expect(hintNames(change)).toEqual(names),
)

it('configHints names NODE_TLS_REJECT_UNAUTHORIZED when it switches off every check of a certificate', () => {
  const names = (value?: string) =>
    configHints(parsed(), { NODE_TLS_REJECT_UNAUTHORIZED: value }).map(({ name }) => name)
  expect(names('0')).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED'])
  for (const value of [undefined, '', '1']) expect(names(value)).toEqual([])
})

it.each<[change: Variables, message: string | undefined]>([
  [{}, 'nobody can open the console'],
  [{ CONSOLE_VIEWERS: 'ada' }, 'nobody can change anything in the console'],
  [{ OIDC_VIEWER_ROLE: 'support' }, 'nobody can change anything in the console'],
  // The users' login does not open the console of staff.
  [{ ...staff, OIDC_OPERATOR_ROLE: 'admin' }, 'nobody can open the console'],
  [{ CONSOLE_USERS: 'ada' }, undefined],
  [{ OIDC_OPERATOR_ROLE: 'admin' }, undefined],
  [{ ...staff, CONSOLE_OIDC_OPERATOR_ROLE: 'admin' }, undefined],
])('missingOperator for %j says %j', (change, message) =>
  expect(missingOperator(parsed(change))[0]?.message.split(': ')[1]).toBe(message),
)

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
