import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteInMs } from './clock'
import type { PressedConnect } from './control/messages'
import { newWallet, startFixture, type Fixture } from './test-support'

let fixture: Fixture
let pressed: PressedConnect

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(async () => {
  await fixture.control.reset()
  pressed = await fixture.control.pressConnect()
})

describe('a confirm that is right', () => {
  test('is answered with exactly the success body', async () => {
    const before = Date.now()
    const { status, body, headers } = await fixture.confirm(pressed)

    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(body).sort()).toEqual(['auth_code', 'expires_at', 'return_url', 'status'])
    expect(body.status).toBe('success')
    expect(body.return_url).toBe(
      `${fixture.standIn.origin}/connect/callback?request_id=${pressed.request_id}#ac=${String(body.auth_code)}`,
    )
    expect(body.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(String(body.expires_at)) - before).toBeLessThanOrEqual(30 * minuteInMs)
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'may come as %s',
    async (type) => {
      expect(await fixture.confirm(pressed, {}, { 'content-type': type })).toMatchObject({ status: 200 })
    },
  )

  test('records subnet_user_id, cut to 128 characters', async () => {
    await fixture.confirm(pressed, { subnet_user_id: 'é'.repeat(200) })
    const [request] = await fixture.control.requests()
    expect(request?.subnet_user_id).toBe('é'.repeat(128))
  })

  test('is proven by the wallet’s own signature, and only by it', async () => {
    const wallet = newWallet()
    const forged = await fixture.confirm(pressed, {
      wallet_address: wallet.address,
      signature: newWallet().sign(pressed),
    })
    expect(forged).toMatchObject({ status: 422, body: { reason: 'invalid_request' } })
    expect(forged.body.error).toMatch(/^signature:/)

    const proven = await fixture.confirm(pressed, {
      wallet_address: wallet.address,
      signature: wallet.sign(pressed),
    })
    expect(proven.status).toBe(200)
    expect(await fixture.control.requests()).toMatchObject([{ proven: true }])
  })

  test('takes its signature under a name of the subnet’s choice', async () => {
    await fixture.control.set({ names: { signature: 'proof' } })
    const wallet = newWallet()
    const fields = { wallet_address: wallet.address }
    const named = await fixture.confirm(pressed, { ...fields, signature: wallet.sign(pressed) })
    expect(named.body.error).toBe('signature: unknown field')
    const renamed = await fixture.confirm(pressed, { ...fields, proof: wallet.sign(pressed) })
    expect(renamed.status).toBe(200)
  })
})

describe('credentials', () => {
  test.each([
    ['another scheme', 'Basic abc'],
    ['an unknown key', 'Bearer ptsk_unknown'],
    ['no credential', 'Bearer'],
  ])('401 for %s', async (_, authorization) => {
    const { status, body } = await fixture.confirm(pressed, {}, { authorization })
    expect(status).toBe(401)
    expect(body).toEqual({ error: 'Invalid or missing API key' })
  })

  test('400 for a malformed subnet, 403 for another, 403 for a former admin’s key', async () => {
    const other = await fixture.control.otherSubnet()
    const post = { method: 'POST' }
    expect(await fixture.call('/connect/confirm', post, 'short')).toMatchObject({ status: 400 })
    expect(await fixture.call('/connect/confirm', post, other.subnetId)).toMatchObject({ status: 403 })
    const authorization = `Bearer ${other.apiKey}`
    expect(await fixture.confirm(pressed, {}, { authorization })).toMatchObject({ status: 403 })

    await fixture.control.set({ keyCreatorIsAdmin: false })
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 403 })
    await fixture.control.set({ keyCreatorIsAdmin: true })
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 200 })
  })

  test('429 beyond the rate, with the time to wait, and allowed again after it', async () => {
    await fixture.control.set({ rate: { requests: 2, windowMs: minuteInMs } })
    const unknown = { ...pressed, request_id: '0'.repeat(26) }
    await fixture.confirm(unknown)
    await fixture.confirm(unknown)
    const limited = await fixture.confirm(pressed)
    expect(limited.status).toBe(429)
    expect(Object.keys(limited.body)).toEqual(['error'])
    const waitSeconds = Number(limited.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(55)
    expect(waitSeconds).toBeLessThanOrEqual(60)

    await fixture.control.advanceClock(waitSeconds * 1000)
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 200 })
  })

  test('429 for as long as somebody goes on calling, where refused calls count too', async () => {
    await fixture.control.set({ rate: { requests: 1, windowMs: minuteInMs, countsRefused: true } })
    const unknown = { ...pressed, request_id: '0'.repeat(26) }
    await fixture.confirm(unknown)
    await fixture.control.advanceClock(40_000)
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 429 })
    await fixture.control.advanceClock(40_000)
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 429 })
    await fixture.control.advanceClock(minuteInMs)
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 200 })
  })
})

describe('422 invalid_request names the field', () => {
  test.each([
    ['request_id', { request_id: undefined }],
    ['request_id', { request_id: 'not-a-ulid' }],
    ['nonce', { nonce: undefined }],
    ['nonce', { nonce: '' }],
    ['nonce', { nonce: 7 }],
    ['wallet_address', { wallet_address: null }],
    ['subnet_user_id', { subnet_user_id: 7 }],
    ['subnet_user_id', { subnet_user_id: null }],
    ['subnet_user_id', { subnet_user_id: 'ann@example.org' }],
    ['signature', { signature: '' }],
    ['signature', { signature: '1'.repeat(129) }],
    ['signature', { signature: 7 }],
    ['surprise', { surprise: true }],
  ])('%s: %o', async (field, body) => {
    const answer = await fixture.confirm(pressed, body)
    expect(answer).toMatchObject({ status: 422, body: { reason: 'invalid_request' } })
    expect(answer.body.error).toMatch(new RegExp(`^${field}:`))
  })

  test.each([
    ['Content-Type', 'text/plain', '{}'],
    ['Content-Type', 'application/json; charset=latin1', '{}'],
    ['body', 'application/json', '{'],
    ['body', 'application/json', '[]'],
    ['body', 'application/json', ' '.repeat(70_000)],
  ])('%s: %s', async (field, type, body) => {
    const headers = { 'content-type': type }
    const answer = await fixture.call('/connect/confirm', { method: 'POST', headers, body })
    expect(answer).toMatchObject({ status: 422, body: { reason: 'invalid_request' } })
    expect(answer.body.error).toMatch(new RegExp(`^${field}:`))
  })

  test('Idempotency-Key: new on every attempt', async () => {
    const key = { 'Idempotency-Key': 'one' }
    expect(await fixture.confirm(pressed, { nonce: 'wrong' }, key)).toMatchObject({
      body: { reason: 'nonce_mismatch' },
    })
    const repeated = await fixture.confirm(pressed, {}, key)
    expect(repeated).toMatchObject({ status: 422, body: { reason: 'invalid_request' } })
    expect(repeated.body.error).toMatch(/^Idempotency-Key:/)
    expect(await fixture.confirm(pressed, {}, { 'Idempotency-Key': 'two' })).toMatchObject({ status: 200 })
  })
})

describe('the request', () => {
  test('404 when it is unknown', async () => {
    expect(await fixture.confirm({ ...pressed, request_id: '0'.repeat(26) })).toMatchObject({
      status: 404,
      body: { reason: 'request_not_found' },
    })
  })

  test('200 until 30 minutes have passed, 410 from then on', async () => {
    const late = await fixture.control.pressConnect('bob')
    await fixture.control.advanceClock(29 * minuteInMs)
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 200 })
    await fixture.control.advanceClock(minuteInMs)
    expect(await fixture.confirm(late)).toMatchObject({ status: 410, body: { reason: 'request_expired' } })
  })

  test('422 when the nonce is another’s', async () => {
    const newer = await fixture.control.pressConnect()
    expect(await fixture.confirm({ ...pressed, nonce: newer.nonce })).toMatchObject({
      status: 422,
      body: { reason: 'nonce_mismatch' },
    })
  })

  test.each(['', '0OIl', '1'.repeat(31), '1'.repeat(33), 'é', ` ${'1'.repeat(32)}`, '2'.repeat(200)])(
    '422 for the address %o',
    async (address) => {
      expect(await fixture.confirm(pressed, { wallet_address: address })).toMatchObject({
        status: 422,
        body: { reason: 'invalid_address' },
      })
      expect(await fixture.confirm(pressed, { wallet_address: '1'.repeat(32) })).toMatchObject({ status: 200 })
    },
  )
})

describe('409 when it is confirmed already', () => {
  test('with the same code while the code lives', async () => {
    const first = await fixture.confirm(pressed)
    const { status, body } = await fixture.confirm(pressed)
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'Connect request is already confirmed',
      reason: 'already_confirmed',
      auth_code: first.body.auth_code,
      return_url: first.body.return_url,
    })
  })

  test.each([
    ['was spent', (code: unknown) => fixture.spend(pressed.request_id, code)],
    ['expired', () => fixture.control.expire(pressed.request_id, 'code')],
    ['is 5 minutes old', () => fixture.control.advanceClock(5 * minuteInMs)],
  ])('without one once the code %s', async (_, end) => {
    const { body } = await fixture.confirm(pressed)
    await end(body.auth_code)
    const again = await fixture.confirm(pressed)
    expect(again.status).toBe(409)
    expect(Object.keys(again.body).sort()).toEqual(['error', 'reason'])
  })
})

describe('the rest of the address space', () => {
  test.each([
    ['GET', '/connect/confirm', 405],
    ['POST', '/connect/confirm/', 404],
    ['POST', '/connect', 404],
  ])('%s %s is %i', async (method, path, status) => {
    const answer = await fixture.call(path, { method })
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['error'])
  })

  test('is not answered without the path of the base URL', async () => {
    const { origin, subnetId } = fixture.standIn
    const response = await fetch(`${origin}/subnets/${subnetId}/connect/confirm`, { method: 'POST' })
    expect(response.status).toBe(404)
  })
})
