import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeChanges, makeSecrets } from './changes'
import { commentOn, unwritable } from './env-file'
import { applies, canHaveDemo, isKnown, problemWith, steps, withoutUnneeded, type Step } from './questions'

const stepFor = (name: string) => steps.find(({ questions }) => questions.some((it) => it.name === name)) as Step

it.each([
  ['NEXTAUTH_URL', 'https://connect.example.com', 'https://connect.example.com/app'],
  ['SERVICE_API_KEY', 'key_12345', ''],
  ['TRUSTED_PROXY_HOPS', '2', 'two'],
])('problemWith accepts for %s the value %j, and refuses %j', (name, right, wrong) => {
  expect(problemWith(name, right)).toBeUndefined()
  expect(problemWith(name, wrong)).toMatch(new RegExp(`^${name} `))
  expect(problemWith('CONSOLE_USERS', '')).toBeUndefined()
})

it('canHaveDemo is true only on loopback', () => {
  expect(canHaveDemo({ NEXTAUTH_URL: 'http://localhost:3000' })).toBe(true)
  expect(canHaveDemo({ NEXTAUTH_URL: 'https://connect.example' })).toBe(false)
  expect(canHaveDemo({})).toBe(false)
})

it("setup asks for a client of the staff's login, and keeps its variables, only when it has an issuer", () => {
  const client = stepFor('CONSOLE_OIDC_CLIENT_ID')
  const issuer = stepFor('CONSOLE_OIDC_ISSUER')
  const ofClient = { CONSOLE_OIDC_CLIENT_ID: 'id', CONSOLE_OIDC_SCOPE: 'openid' }
  const known = { CONSOLE_OIDC_ISSUER: 'https://staff.example', ...ofClient }
  expect(applies(client, known)).toBe(true)
  expect(withoutUnneeded(issuer, known)).toEqual(known)
  const without = withoutUnneeded(issuer, { ...known, CONSOLE_OIDC_ISSUER: '', CONSOLE_USERS: 'ada' })
  const emptied = { CONSOLE_OIDC_ISSUER: '', CONSOLE_OIDC_CLIENT_ID: '', CONSOLE_OIDC_SCOPE: '' }
  expect(without).toEqual({ ...emptied, CONSOLE_USERS: 'ada' })
  expect(applies(client, without)).toBe(false)
})

it("setup's question about the own site's keys empties the secrets only when the site has keys", () => {
  const step = stepFor('LOGIN_JWKS_URL')
  const known = { LOGIN_SECRET: 's', LOGIN_SECRET_PREVIOUS: 'p' }
  const withKeys = { LOGIN_JWKS_URL: 'https://www.example.com/jwks.json' }
  expect(withoutUnneeded(step, { ...known, ...withKeys })).toEqual({
    ...withKeys,
    LOGIN_SECRET: '',
    LOGIN_SECRET_PREVIOUS: '',
  })
  expect(withoutUnneeded(step, { ...known, LOGIN_JWKS_URL: '' })).toEqual({ ...known, LOGIN_JWKS_URL: '' })
})

it('setup asks whether to keep who has which wallet only with a Redis and without a token, and its yes is a token', () => {
  const step = stepFor('CONNECTIONS_TOKEN')
  const withRedis = { REDIS_URL: 'redis://127.0.0.1:6379' }
  expect(applies(step, withRedis)).toBe(true)
  expect(applies(step, {})).toBe(false)
  const [token = '', no] = Object.keys(step.questions[0]?.choices ?? {})
  expect([problemWith('CONNECTIONS_TOKEN', token), unwritable('CONNECTIONS_TOKEN', token), no]).toEqual([
    undefined,
    undefined,
    '',
  ])
  expect(applies(step, { ...withRedis, CONNECTIONS_TOKEN: token })).toBe(false)
})

it('setup asks once for each of its variables, which the app knows and .env.example explains', () => {
  const names = steps.flatMap(({ questions }) => questions.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
  const example = readFileSync('.env.example', 'utf8')
  expect(names.filter((name) => !isKnown(name) || commentOn(name, example) === '')).toEqual([])
})

describe('makeSecrets', () => {
  it('makes each missing secret with a different valid value, and replaces no present one', () => {
    const { made } = makeSecrets({ HOLD_PASSWORD: 'with # or $' })
    expect(Object.keys(made)).toEqual(['NEXTAUTH_SECRET', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN'])
    expect(new Set(Object.values(made)).size).toBe(3)
    for (const [name, value] of Object.entries(made)) {
      expect([problemWith(name, value), unwritable(name, value)]).toEqual([undefined, undefined])
    }
  })

  it('makes a secret for an own site without keys, and says where to copy it from', () => {
    const { made, notes } = makeSecrets({ LOGIN_URL: 'https://www.example.com/login' })
    expect(problemWith('LOGIN_SECRET', made['LOGIN_SECRET'] ?? '')).toBeUndefined()
    expect(notes).toContain('LOGIN_SECRET: made. It is what your site signs with: copy it from the file to your site.')
    expect(notes.join()).not.toContain(made['LOGIN_SECRET'])
  })

  it('makes no secret for an own site with keys, and no key for plain user IDs', () => {
    const values = { LOGIN_URL: 'https://www.example.com/login', LOGIN_JWKS_URL: 'https://www.example.com/jwks.json' }
    expect(makeSecrets(values).made).not.toHaveProperty('LOGIN_SECRET')
    expect(makeSecrets({ SUBNET_USER_ID: 'plain' }).made).not.toHaveProperty('SUBNET_USER_ID_KEY')
  })
})

it('describeChanges shows no secret', () => {
  const urls = ['CONSOLE_USER_LINK', 'CONSOLE_WALLET_LINK', 'LOGIN_JWKS_URL', 'CONNECTED_WEBHOOK_URL']
  const canaries = Object.fromEntries(urls.map((name) => [name, 'https://admin.example/{user_id}?key=canary']))
  expect(describeChanges({}, canaries)).toEqual(urls.map((name) => `new     ${name}: (not shown)`))
  const present = { SUBNET_ID: 'old', SERVICE_API_KEY: 'canary-1', REDIS_URL: 'redis://canary-2' }
  const changes = {
    SUBNET_ID: 'new',
    SERVICE_API_KEY: 'canary-3',
    REDIS_URL: '',
    METRICS_TOKEN: 'canary-4',
    HOLD_PASSWORD_NEXT: 'canary-5',
  }
  expect(describeChanges(present, changes)).toEqual([
    'change  SUBNET_ID: old → new',
    'change  SERVICE_API_KEY: (not shown) → (not shown)',
    'change  REDIS_URL: (not shown) → (empty)',
    'new     METRICS_TOKEN: (not shown)',
    'new     HOLD_PASSWORD_NEXT: (not shown)',
  ])
})
