import { describe, expect, it } from 'vitest'
import { isKnown, isOnLoopback, problemWith } from './answers'
import { changesOf, describeChanges } from './plan'
import { makeSecrets } from './secrets'
import { steps } from './steps'

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

it('the demo login is offered on loopback alone', () => {
  expect(isOnLoopback({ NEXTAUTH_URL: 'http://localhost:3000' })).toBe(true)
  expect(isOnLoopback({ NEXTAUTH_URL: 'https://connect.example' })).toBe(false)
  expect(isOnLoopback({})).toBe(false)
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

it('every variable that is asked for is one of the app, and is asked for once', () => {
  const names = steps.flatMap(({ questions }) => questions.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})
