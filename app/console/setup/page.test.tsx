import { describe, expect, it, vi } from 'vitest'
import { attributesOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import * as skin from '@/lib/skin'
import { SetupFacts } from './page'

const secretOf = (name: string) => `secret-of-${name}-with-more-than-32-characters`

const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }

function htmlFor(variables: Record<string, string>, mayCheck = false) {
  configure(variables)
  return htmlOf(<SetupFacts userIdsChanged={false} mayCheck={mayCheck} />)
}

/** The states of all lines that have one, after the line's name and variable. */
const linesOf = (html: string, state: string) => textsOf(html, 'dl > div').filter((line) => line.endsWith(` ${state}`))

/** The settings of a trial on one machine. */
const trial = { ...noProvider, DEMO_LOGIN: '1', NEXTAUTH_URL: 'http://localhost:3000' }

describe('SetupFacts', () => {
  it('shows the facts of a minimal configuration', () => {
    const text = textOf(htmlFor(trial))
    for (const fact of [
      'https://service.example/api',
      'Connect URL to register NEXTAUTH_URL http://localhost:3000/connect',
      'Users sign in with OIDC_ISSUER Nothing but the demo',
      'Demo sign-in DEMO_LOGIN On Fine on this machine.',
      'Staff sign in CONSOLE_OIDC_ISSUER As users do Operators CONSOLE_USERS 0 listed Viewers CONSOLE_VIEWERS 0 listed',
      'Page number SERVICE_PARAM_PAGE page',
      'In this process’s memory',
      'Without user and wallet. For 30 days, at most 100,000 of a kind.',
      'CONNECTIONS_TOKEN Not kept',
      'CONNECTED_WEBHOOK_URL None',
    ]) {
      expect(text).toContain(fact)
    }
  })

  it('has no problem on a machine for trials, and the same settings are problems in production', () => {
    const [staging, production] = [htmlFor(trial), htmlFor({ ...trial, SERVICE_ENVIRONMENT: 'production' })]
    expect(linesOf(staging, 'Problem')).toEqual([])
    expect(textsOf(staging, 'dl > div').filter((line) => line.includes('Fine on this machine.'))).toHaveLength(3)
    expect(linesOf(production, 'Problem')).toEqual([
      expect.stringContaining('asks for an https address'),
      expect.stringContaining('Remove DEMO_LOGIN'),
    ])
    expect(linesOf(production, 'To do')).toContainEqual(expect.stringMatching(/^Where REDIS_URL In this process/))
    expect(textOf(production)).not.toContain('Fine on this machine')
  })

  it('has the check of the key only for those who may check', () => {
    const buttons = (mayCheck: boolean) => textsOf(htmlFor({}, mayCheck), 'form button')
    expect([buttons(true), buttons(false)]).toEqual([['Check the key'], []])
  })

  it('says what to do when nothing reads a variable, or without a support link', () => {
    vi.stubEnv('SERVICE_NEW', '1')
    const { supportUrl: _, ...brand } = skin.brand('en')
    vi.spyOn(skin, 'brand').mockReturnValue({ ...brand, supportUrl: null })
    // The overview links to these lines.
    expect(attributesOf(htmlFor({}), 'dl > [id]', 'id')).toEqual(['variables', 'support', 'key'])
    expect(linesOf(htmlFor({}), 'To do')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Unknown variables Nothing reads SERVICE_NEW/),
        expect.stringMatching(/^Support link supportUrl None .*brand\.json/),
      ]),
    )
  })

  it('says how to give users their IDs back when these have changed', () => {
    configure()
    const changed = htmlOf(<SetupFacts userIdsChanged mayCheck={false} />)
    expect(linesOf(changed, 'Problem')).toEqual([
      expect.stringMatching(/^User IDs SUBNET_USER_ID_KEY Every user is new to .* Put the former .* back/),
    ])
    expect(attributesOf(changed, 'dl > [id]', 'id')).toContain('user-ids')
    expect(textOf(htmlFor({}))).not.toContain('User IDs')
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
      'OIDC_ISSUER OpenID Connect provider Staff sign in CONSOLE_OIDC_ISSUER With a login of their own',
      'CONSOLE_USERS 2 listed Viewers CONSOLE_VIEWERS 1 listed, and everyone with the role',
      'Redis: all instances share it',
      'With user ID and wallet.',
      'CONNECTIONS_TOKEN Kept, for your programs',
      'Webhook receiver CONNECTED_WEBHOOK_URL https://hooks.example',
    ]) {
      expect(textOf(html)).toContain(fact)
    }
    expect(html).not.toMatch(/secret|whsec|ada@|bob|carol/)
  })

  it('shows the login of users at the operator’s site or at a named provider', () => {
    const site = { LOGIN_URL: 'https://own.example/login', LOGIN_SECRET: secretOf('site') }
    const named = { LOGIN_PROVIDER: 'discord', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'x' }
    expect(textOf(htmlFor({ ...noProvider, ...site }))).toContain('LOGIN_URL Your own site')
    expect(textOf(htmlFor({ ...noProvider, ...named }))).toContain('LOGIN_PROVIDER Discord')
  })
})
