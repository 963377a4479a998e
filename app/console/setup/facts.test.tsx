import { describe, expect, it } from 'vitest'
import { htmlOf, textOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import { unknown } from '@/lib/console/verdict'
import { SetupFacts } from './facts'

const secretOf = (name: string) => `secret-of-${name}-with-more-than-32-characters`

const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }

function htmlFor(variables: Record<string, string>) {
  configure(variables)
  const verdict = unknown('It did not answer.')
  return htmlOf(<SetupFacts checks={[{ variable: 'SERVICE_PARAM_PAGE', verdict }]} />)
}

describe('SetupFacts', () => {
  it('shows the facts of a minimal configuration', () => {
    const text = textOf(htmlFor({ ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' }))
    for (const fact of [
      'https://service.example/api',
      'http://localhost:3000/connect',
      'Not OK Starts with https',
      'Users No login but the demo',
      'Demo sign-in ! Yes',
      'Staff As users do Operators 0 listed in CONSOLE_USERS Viewers 0 listed',
      'page set by SERVICE_PARAM_PAGE Couldn’t tell It did not answer.',
      'In this process’s memory',
      'Without user and wallet. For 30 days, at most 100,000 of a kind.',
      'CONNECTIONS_TOKEN is not set',
      'CONNECTED_WEBHOOK_URL is not set',
    ]) {
      expect(text).toContain(fact)
    }
  })

  it('shows no secrets and no names of staff when the configuration has them', () => {
    const html = htmlFor({
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
    })
    for (const fact of [
      'https://service.example/api',
      'Users OpenID Connect provider Staff A login of their own',
      'Operators 2 listed in CONSOLE_USERS Viewers 1 listed in CONSOLE_VIEWERS, and everyone with the role',
      'Redis: all instances share it',
      'With user ID and wallet.',
      'Kept, for programs with CONNECTIONS_TOKEN',
      'Webhook receiver https://hooks.example',
    ]) {
      expect(textOf(html)).toContain(fact)
    }
    expect(html).not.toMatch(/secret|whsec|ada@|bob|carol/)
  })

  it('shows the login of users at the operator’s site or at a named provider', () => {
    const site = { LOGIN_URL: 'https://own.example/login', LOGIN_SECRET: secretOf('site') }
    const named = { LOGIN_PROVIDER: 'discord', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'x' }
    expect(textOf(htmlFor({ ...noProvider, ...site }))).toContain('Users Your own site')
    expect(textOf(htmlFor({ ...noProvider, ...named }))).toContain('Users Discord')
  })
})
