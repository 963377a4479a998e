import { createServer } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { publicJwk } from '../../e2e/idp/tokens'
import { judgeJwks, judgeLoginUrl, judgeSiteClock } from './own-site'

/* Tests the verdicts of the doctor and setup on the operator's own site. */

let origin: string
/** The site's answer to every request. */
let answer: { status?: number; headers?: Record<string, string>; body?: string }
let requestedUrl: URL | undefined

const server = createServer((request, response) => {
  requestedUrl = new URL(request.url ?? '', origin)
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
})
beforeAll(async () => {
  const { port, close } = await listen(server)
  origin = `http://localhost:${port}`
  return close
})
beforeEach(() => {
  answer = {}
})

const rsaKey = await publicJwk('RS256')
const [p256Key, p384Key, edKey] = [await publicJwk('ES256'), await publicJwk('ES384'), await publicJwk('EdDSA')]
const loginUrl = () => new URL('/login?shop=1', origin)
const nowhere = new URL('http://localhost:1/login')

describe('judgeLoginUrl', () => {
  it.each([
    [200, {}],
    [302, { Location: '/accounts/sign-in' }],
    [303, { Location: 'https://www.example.com/accounts' }],
  ])('holds and sends a nonce when the page answers with %i %j', async (status, headers) => {
    answer = { status, headers }
    expect(await judgeLoginUrl(loginUrl())).toEqual({ state: 'holds', what: `${origin}/login answers.`, todo: null })
    expect(requestedUrl?.searchParams.get('shop')).toBe('1')
    expect(requestedUrl?.searchParams.get('nonce')).toMatch(/^[\w-]{20,}$/)
  })

  it.each([
    [404, {}, '/login answers with 404.', 'Check LOGIN_URL'],
    [500, {}, '/login answers with 500.', 'Check LOGIN_URL'],
    [302, { Location: 'http://www.example.com/' }, 'leads to plain http', 'over https alone'],
  ])('is wrong when the page answers with %i %j', async (status, headers, what, todo) => {
    answer = { status, headers }
    expect(await judgeLoginUrl(loginUrl())).toEqual({
      state: 'wrong',
      what: expect.stringContaining(what),
      todo: expect.stringContaining(todo),
    })
  })

  it('is wrong when the site does not answer', async () => {
    expect(await judgeLoginUrl(nowhere)).toMatchObject({ state: 'wrong', what: expect.stringContaining('localhost:1') })
  })
})

describe('judgeJwks', () => {
  const judged = (...keys: object[]) => {
    answer = { body: JSON.stringify({ keys }) }
    return judgeJwks(new URL('/jwks.json', origin))
  }

  it.each([
    [p256Key, 'ES256'],
    [edKey, 'EdDSA, Ed25519'],
    [{ ...rsaKey, alg: 'PS256' }, 'PS256'],
    [rsaKey, 'PS256, RS256'],
  ])('holds when the site publishes the key %j', async (key, algorithms) => {
    const what = `Your site has a public key for ${algorithms}.`
    expect(await judged(key)).toEqual({ state: 'holds', what, todo: null })
  })

  it('gives a hint when two keys have no kid', async () => {
    expect(await judged(rsaKey, rsaKey)).toMatchObject({ state: 'holds', todo: expect.stringContaining('no kid') })
  })

  it.each([
    { keys: [] },
    { keys: [{ kty: 'oct', k: 'canary' }] },
    { keys: [p384Key] },
    { keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] },
    { keys: [{ ...rsaKey, alg: 'RS512' }] },
    { keys: [{ ...rsaKey, use: 'enc' }] },
    { keys: [{ ...rsaKey, key_ops: ['sign'] }] },
    { keys: [{ ...rsaKey, d: 'canary' }] },
  ])('is wrong and quotes no key when the site publishes $keys', async ({ keys }) => {
    const verdict = await judged(...keys)
    expect(verdict).toMatchObject({
      state: 'wrong',
      what: 'Your site publishes no public key for ES256, EdDSA, Ed25519, PS256, RS256.',
    })
    expect(JSON.stringify(verdict)).not.toContain('canary')
  })

  it.each([
    [{ status: 404 }, '(status 404)'],
    [{ body: '<p>Keys</p>' }, '(no set of keys)'],
  ])('is wrong when the URL answers with %j', async (given, reason) => {
    answer = given
    expect(await judgeJwks(new URL('/jwks.json', origin))).toMatchObject({
      state: 'wrong',
      what: expect.stringContaining(reason),
      todo: expect.stringContaining('Check LOGIN_JWKS_URL'),
    })
  })

  it('is wrong when there is no answer', async () => {
    expect(await judgeJwks(nowhere)).toMatchObject({ state: 'wrong', what: expect.stringContaining('localhost:1') })
  })
})

it('judgeSiteClock holds when the clocks differ by less than a minute, and is wrong when they differ by more', async () => {
  for (const [aheadMs, state, what] of [
    [-50_000, 'holds', ''],
    [50_000, 'holds', ''],
    [-120_000, 'wrong', "seconds ahead of your site's."],
    [3_600_000, 'wrong', "seconds behind your site's."],
  ] as const) {
    answer = { headers: { Date: new Date(Date.now() + aheadMs).toUTCString() } }
    const verdict = await judgeSiteClock(loginUrl())
    expect(verdict, `${aheadMs}`).toMatchObject({ state, what: expect.stringContaining(what) })
    if (state === 'wrong') expect(verdict.todo).toContain('more than 60 seconds')
  }
  expect(await judgeSiteClock(nowhere)).toMatchObject({ state: 'unknown' })
})
