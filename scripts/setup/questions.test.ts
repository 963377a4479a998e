import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startIdentityProvider, type IdentityProvider } from '../../e2e/idp/start'
import { loginChecks } from '../checks/provider'
import { changesOf, describeChanges, makeSecrets } from './changes'
import { applies, checkStep, isKnown, problemWith, steps, type Step } from './questions'

const stepFor = (name: string) => steps.find(({ questions }) => questions.some((it) => it.name === name)) as Step

describe('an answer', () => {
  it.each([
    ['NEXTAUTH_URL', 'https://connect.example.com'],
    ['CONSOLE_USERS', ''],
    ['TRUSTED_PROXY_HOPS', '2'],
  ])('for %s may be %j', (name, value) => expect(problemWith(name, value)).toBeUndefined())

  it.each([
    ['NEXTAUTH_URL', 'https://connect.example.com/app'],
    ['SERVICE_API_KEY', ''],
    ['TRUSTED_PROXY_HOPS', 'two'],
  ])('for %s may not be %j', (name, value) => expect(problemWith(name, value)).toMatch(new RegExp(`^${name} `)))
})

it('setup offers the demo login on loopback alone', () => {
  const isOffered = (address?: string) => applies(stepFor('DEMO_LOGIN'), address ? { NEXTAUTH_URL: address } : {})
  expect(isOffered('http://localhost:3000')).toBe(true)
  expect(isOffered('https://connect.example')).toBe(false)
  expect(isOffered()).toBe(false)
})

it('setup asks for variables of the app alone, and once for each', () => {
  const names = steps.flatMap(({ questions }) => questions.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})

describe('the check of the client', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startIdentityProvider({
      redirectUris: ['https://connect.example/api/auth/callback/oidc'],
      accounts: {},
    })
  })
  afterAll(() => provider.close())

  const checked = (address: string, issuer = provider.issuer) =>
    checkStep(stepFor('OIDC_CLIENT_ID'), {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      NEXTAUTH_URL: address,
    })

  it('makes every check of a login', async () => {
    const verdicts = await checked('https://connect.example')
    expect(verdicts?.map(({ state }) => state)).toEqual(loginChecks.map(() => 'holds'))
  })

  it('is not made if there is no provider, which the step before it says', async () => {
    expect(await checked('https://connect.example', 'http://localhost:1/')).toMatchObject([{ state: 'unknown' }])
  })

  it('names the redirect address to register if the provider does not know it', async () => {
    expect(await checked('https://other.example')).toContainEqual(
      expect.objectContaining({
        state: 'wrong',
        todo: expect.stringContaining('https://other.example/api/auth/callback/oidc'),
      }),
    )
  })
})

describe('secrets', () => {
  it('are made where there are none, each its own', () => {
    const { made } = makeSecrets({})
    expect(Object.keys(made)).toEqual(['NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN'])
    expect(new Set(Object.values(made)).size).toBe(4)
    for (const [name, value] of Object.entries(made)) expect(problemWith(name, value)).toBeUndefined()
  })

  it('are never replaced', () => {
    const present = { NEXTAUTH_SECRET: 'a', HOLD_PASSWORD: 'b', SUBNET_USER_ID_KEY: 'c', METRICS_TOKEN: 'd' }
    expect(makeSecrets(present)).toEqual({ made: {}, notes: [] })
  })

  it('keep the users of a deployment that made their IDs with NEXTAUTH_SECRET', () => {
    expect(makeSecrets({ NEXTAUTH_SECRET: 'former' }).made['SUBNET_USER_ID_KEY']).toBe('former')
  })

  it('leave out the key of the IDs where these are plain', () => {
    expect(makeSecrets({ SUBNET_USER_ID: 'plain' }).made).not.toHaveProperty('SUBNET_USER_ID_KEY')
  })
})

describe('changes', () => {
  it('are what differs from the file', () => {
    expect(changesOf({ A: '1', B: '2' }, { A: '1', B: '3', C: '4', D: '' })).toEqual({ B: '3', C: '4' })
  })

  it('are told without a secret', () => {
    const present = { SUBNET_ID: 'old', SERVICE_API_KEY: 'canary-1', REDIS_URL: 'redis://canary-2' }
    const changes = { SUBNET_ID: 'new', SERVICE_API_KEY: 'canary-3', REDIS_URL: '', METRICS_TOKEN: 'canary-4' }
    expect(describeChanges(present, changes)).toEqual([
      'change  SUBNET_ID: old → new',
      'change  SERVICE_API_KEY: (not shown) → (not shown)',
      'change  REDIS_URL: (not shown) → (empty)',
      'new     METRICS_TOKEN: (not shown)',
    ])
  })
})
