import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig, variableNames } from './config'

const secret = 'a-secret-of-more-than-32-characters'
const complete = {
  SERVICE_BASE_URL: 'https://service.example/api/',
  SUBNET_ID: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  SERVICE_API_KEY: 'key_12345',
  SERVICE_PROFILE_URL: 'https://service.example/profile',
  NEXTAUTH_URL: 'https://connect.example',
  NEXTAUTH_SECRET: secret,
  HOLD_PASSWORD: secret,
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

describe('a complete environment', () => {
  it('becomes a typed object, with defaults for what is left out', () => {
    expect(parsed()).toMatchObject({
      service: {
        baseUrl: 'https://service.example/api',
        environment: 'staging',
        deadlineMs: 10_000,
        names: {
          signature: 'signature',
          from: 'from',
          until: 'until',
          page: 'page',
          limit: 'limit',
          address: 'address',
        },
      },
      app: { origin: 'https://connect.example', host: 'connect.example', isHttps: true },
      login: { isDemo: false, oidc: { clientId: 'client' } },
      consoleUsers: [],
      taskBatchColumns: [],
      walletProof: 'optional',
      logLevel: 'info',
    })
  })

  it('counts an empty value as none', () => {
    expect(parsed({ SERVICE_ENVIRONMENT: '', LOG_LEVEL: ' ' })).toMatchObject({ logLevel: 'info' })
    expect(problemNames({ SUBNET_ID: '' })).toEqual(['SUBNET_ID'])
  })

  it('takes what a deployment sets', () => {
    const config = parsed({
      SERVICE_ENVIRONMENT: 'production',
      SERVICE_DEADLINE_SECONDS: '5',
      SERVICE_PARAM_PAGE: 'page_number',
      CONSOLE_USERS: ' ada, bob@example.com ,',
      TASK_BATCH_COLUMNS: 'event_id, task_id',
      WALLET_PROOF: 'required',
    })
    expect(config).toMatchObject({ service: { environment: 'production', deadlineMs: 5000 }, walletProof: 'required' })
    expect(config.service.names.page).toBe('page_number')
    expect(config.consoleUsers).toEqual(['ada', 'bob@example.com'])
    expect(config.taskBatchColumns).toEqual(['event_id', 'task_id'])
  })
})

describe('addresses', () => {
  it.each(['http://localhost:4000/api', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'https://service.example'])(
    'the base address may be %s',
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
  ])('the base address may not be %s', (SERVICE_BASE_URL) => {
    expect(problemNames({ SERVICE_BASE_URL })).toEqual(['SERVICE_BASE_URL'])
  })

  it('the own address has no path', () => {
    expect(problemNames({ NEXTAUTH_URL: 'https://connect.example/app' })).toEqual(['NEXTAUTH_URL'])
  })
})

describe('login', () => {
  const noProvider = { OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined }

  it('may be the demo on loopback', () => {
    expect(problemNames({ ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' })).toEqual([])
  })

  it('may not be the demo anywhere else', () => {
    expect(problemNames({ ...noProvider, DEMO_LOGIN: '1' })).toEqual(['DEMO_LOGIN'])
  })

  it('must be something', () => {
    expect(problemNames(noProvider)).toEqual(['OIDC_ISSUER'])
  })

  it('needs all three of the provider', () => {
    expect(problemNames({ OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET'])
  })
})

describe('problems', () => {
  it('are all told at once, by name', () => {
    expect(problemNames({ SERVICE_BASE_URL: 'x', SUBNET_ID: 'x', HOLD_PASSWORD: 'short', LOG_LEVEL: 'loud' })).toEqual([
      'SERVICE_BASE_URL',
      'SUBNET_ID',
      'HOLD_PASSWORD',
      'LOG_LEVEL',
    ])
  })

  it('between two variables are told along with those of one alone', () => {
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
    ['REDIS_URL', 'redis://localhost'],
    ['SERVICE_JWT', 'eyJ.x.y'],
  ])('%s may not be %j', (name, value) => {
    expect(problemNames({ [name]: value })).toEqual([name])
  })

  it('never quote a value', () => {
    const values = Object.fromEntries(variableNames.map((name) => [name, `canary-${name}`.slice(0, 31)]))
    const result = parseConfig(values)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(new ConfigError(result.problems).message).not.toContain('canary')
  })
})

describe('.env.example', () => {
  it('has every variable, and no other', () => {
    const example = readFileSync('.env.example', 'utf8')
    const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    // NODE_ENV is set by Next, and SERVICE_JWT is known only to be refused.
    const expected = variableNames.filter((name) => name !== 'NODE_ENV' && name !== 'SERVICE_JWT')
    expect(new Set(names)).toEqual(new Set(expected))
  })
})
