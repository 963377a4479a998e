import { describe, expect, it } from 'vitest'
import { configWith } from '@/lib/config/test-support'
import { setupFacts } from './facts'

const secretOf = (name: string) => `secret-of-${name}-with-more-than-32-characters`

const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
const demo = { ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' }

const factsOf = (variables: Record<string, string>) => setupFacts(configWith(variables))

describe('setupFacts', () => {
  it('returns the facts of a minimal configuration', () => {
    expect(factsOf(demo)).toMatchObject({
      baseUrl: 'https://service.example/api',
      connectUrl: 'http://localhost:3000/connect',
      login: { users: 'none', isDemo: true, hasStaffLogin: false },
      operators: { named: 0, hasRole: false },
      hasRedis: false,
      records: { detail: 'minimal', days: 30, maxEntries: 100_000 },
      keepsConnections: false,
      webhookOrigin: null,
    })
  })

  const everything = {
    SERVICE_BASE_URL: `https://:${secretOf('base')}@service.example/api`,
    SERVICE_API_KEY: secretOf('key'),
    NEXTAUTH_SECRET: secretOf('login'),
    HOLD_PASSWORD: secretOf('hold'),
    SUBNET_USER_ID_KEY: secretOf('ids'),
    OIDC_CLIENT_SECRET: secretOf('oidc'),
    CONSOLE_OIDC_ISSUER: 'https://staff.example',
    CONSOLE_OIDC_CLIENT_ID: 'client',
    CONSOLE_OIDC_CLIENT_SECRET: secretOf('staff'),
    CONSOLE_OIDC_VIEWER_ROLE: 'looks',
    CONSOLE_USERS: 'ada@example.com,bob',
    CONSOLE_VIEWERS: 'carol',
    REDIS_URL: `redis://:${secretOf('redis')}@redis.example`,
    CONNECT_RECORDS: 'full',
    CONNECTIONS_TOKEN: secretOf('connections'),
    METRICS_TOKEN: secretOf('metrics'),
    CONNECTED_WEBHOOK_URL: `https://hooks.example/${secretOf('path')}?token=${secretOf('query')}`,
    CONNECTED_WEBHOOK_SECRET: `whsec_${Buffer.from(secretOf('webhook')).toString('base64')}`,
  }

  it('returns no secrets and no names of staff when the configuration has them', () => {
    const facts = factsOf(everything)
    expect(facts).toMatchObject({
      baseUrl: 'https://service.example/api',
      login: { users: 'oidc', isDemo: false, hasStaffLogin: true },
      operators: { named: 2, hasRole: false },
      viewers: { named: 1, hasRole: true },
      hasRedis: true,
      records: { detail: 'full' },
      keepsConnections: true,
      webhookOrigin: 'https://hooks.example',
    })
    expect(JSON.stringify(facts)).not.toMatch(/secret|whsec|ada@|bob|carol/)
  })

  it('returns the login of users at the operator’s site or at a named provider', () => {
    const site = { LOGIN_URL: 'https://own.example/login', LOGIN_SECRET: secretOf('site') }
    const named = { LOGIN_PROVIDER: 'discord', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'x' }
    const usersOf = (variables: Record<string, string>) => factsOf({ ...noProvider, ...variables }).login.users
    expect([usersOf(site), usersOf(named)]).toEqual(['site', 'discord'])
  })
})
