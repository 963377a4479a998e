import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStandIn } from '../start'
import { startFixture, type Fixture } from '../test-support'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(() => fixture.control.reset())

const confirmOne = async () => fixture.confirm(await fixture.control.pressConnect())

describe('scripted answers', () => {
  test('come in order, as often as they are asked for, and then the real one', async () => {
    await fixture.control.script('confirm', { status: 503, json: { error: 'busy' }, times: 2 })
    await fixture.control.script('confirm', {
      status: 302,
      text: 'moved',
      headers: { location: 'https://elsewhere.example/' },
    })
    expect(await confirmOne()).toMatchObject({ status: 503, body: { error: 'busy' } })
    expect(await confirmOne()).toMatchObject({ status: 503 })
    const response = await fetch(`${fixture.standIn.baseUrl}/subnets/x/connect/confirm`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toBe('https://elsewhere.example/')
    expect(await response.text()).toBe('moved')
    expect(await confirmOne()).toMatchObject({ status: 200 })
  })

  test('may be lost: the retry meets the confirmation that the first call made', async () => {
    const pressed = await fixture.control.pressConnect()
    await fixture.control.script('confirm', { after: 'handle', drop: 'reset' })
    await expect(fixture.confirm(pressed)).rejects.toThrow()
    const retry = await fixture.confirm(pressed)
    expect(retry).toMatchObject({ status: 409, body: { reason: 'already_confirmed' } })
    expect(retry.body.auth_code).toBeTypeOf('string')
  })

  test('may be lost before they take effect', async () => {
    const pressed = await fixture.control.pressConnect()
    await fixture.control.script('confirm', { drop: 'reset' })
    await expect(fixture.confirm(pressed)).rejects.toThrow()
    expect(await fixture.confirm(pressed)).toMatchObject({ status: 200 })
  })

  test('may stop in the middle', async () => {
    await fixture.control.script('confirm', { drop: 'truncate', text: '{"status":' })
    await expect(confirmOne()).rejects.toThrow(/terminated/)
  })

  test('may wait until the test lets go of them, whether their call has come or not', async () => {
    const answer = { status: 503, json: { error: 'late' }, waitsForRelease: true }
    await fixture.control.script('confirm', { ...answer, times: 2 })
    let isAnswered = false
    const first = confirmOne().finally(() => (isAnswered = true))
    await expect.poll(async () => (await fixture.control.received('confirm')).length).toBe(1)
    expect(isAnswered).toBe(false)
    await fixture.control.release()
    expect(await first).toMatchObject({ status: 503, body: { error: 'late' } })
    expect(await confirmOne()).toMatchObject({ status: 503 })

    await fixture.control.script('confirm', answer)
    const later = confirmOne().finally(() => (isAnswered = true))
    isAnswered = false
    await expect.poll(async () => (await fixture.control.received('confirm')).length).toBe(3)
    expect(isAnswered).toBe(false)
    await fixture.control.reset()
    await later
  })

  test('may never come', async () => {
    await fixture.control.script('confirm', { drop: 'hang' })
    const url = `${fixture.standIn.baseUrl}/subnets/x/connect/confirm`
    const signal = AbortSignal.timeout(60)
    await expect(fetch(url, { method: 'POST', signal })).rejects.toThrow(/timeout/)
  })

  test('may be late, slow or large', async () => {
    await fixture.control.script('confirm', {
      delayMs: 40,
      text: 'abcdef',
      trickle: { chunkBytes: 2, everyMs: 10 },
    })
    await fixture.control.script('confirm', { bytes: 5_000_001 })
    const url = `${fixture.standIn.baseUrl}/subnets/x/connect/confirm`
    const start = performance.now()
    expect(await (await fetch(url, { method: 'POST' })).text()).toBe('abcdef')
    expect(performance.now() - start).toBeGreaterThan(55)
    expect((await (await fetch(url, { method: 'POST' })).arrayBuffer()).byteLength).toBe(5_000_001)
  })

  test('do no harm where the caller does not wait for them', async () => {
    const url = `${fixture.standIn.baseUrl}/subnets/x/connect/confirm`
    // Late enough that a busy machine, which may be late itself, does not answer first.
    for (const slow of [{ delayMs: 1000 }, { text: 'abc', trickle: { chunkBytes: 1, everyMs: 500 } }]) {
      await fixture.control.script('confirm', slow)
      const answered = fetch(url, { method: 'POST', signal: AbortSignal.timeout(30) })
      await expect(answered.then((response) => response.text())).rejects.toThrow(/timeout/)
    }
    await expect
      .poll(() => fixture.control.received('confirm'), { interval: 10, timeout: 5000 })
      .toMatchObject([{ status: null }, { status: null }])
    expect(await confirmOne()).toMatchObject({ status: 200 })
  })

  test('must make sense', async () => {
    await expect(fixture.control.script('confirm', { text: '', bytes: 1 })).rejects.toThrow(/at most one/)
    await expect(fixture.control.script('confirm', { status: 99 })).rejects.toThrow(/status/)
  })
})

describe('changes to a real success', () => {
  test('fill in the real origin, request and code, and apply once', async () => {
    const pressed = await fixture.control.pressConnect()
    await fixture.control.changeSuccess('confirm', {
      set: { return_url: '{origin}/landing/a;b?r={request_id}#ac={ac}&$&=1', extra: [1] },
      remove: ['expires_at'],
    })
    const { body } = await fixture.confirm(pressed)
    expect(body).toEqual({
      status: 'success',
      return_url: `${fixture.standIn.origin}/landing/a;b?r=${pressed.request_id}#ac=${String(body.auth_code)}&$&=1`,
      auth_code: body.auth_code,
      extra: [1],
    })
    expect((await confirmOne()).body.return_url).toContain('/connect/callback?')
  })

  test('wait for a success', async () => {
    await fixture.control.changeSuccess('confirm', { set: { status: 'changed' } })
    const pressed = await fixture.control.pressConnect()
    expect(await fixture.confirm(pressed, { nonce: 'wrong' })).toMatchObject({ status: 422 })
    expect(await fixture.confirm(pressed)).toMatchObject({ body: { status: 'changed' } })
  })
})

describe('what was received', () => {
  test('is told in full, for operations and pages, and forgotten on request', async () => {
    const pressed = await fixture.control.pressConnect()
    await fixture.confirm(pressed, { surprise: 1 }, { 'Idempotency-Key': 'k' })
    await fetch(`${fixture.standIn.origin}/profile?account=bob`)
    const { apiKey, subnetId } = fixture.standIn
    const path = `/api/v1/subnets/${subnetId}/connect/confirm`
    const [confirm, ...others] = await fixture.control.received('confirm')

    expect(others).toEqual([])
    expect(confirm).toMatchObject({ method: 'POST', path, target: path, status: 422 })
    expect(confirm?.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'idempotency-key': 'k' })
    expect(JSON.parse(confirm?.body ?? '')).toMatchObject({ nonce: pressed.nonce, surprise: 1 })
    expect(await fixture.control.received()).toMatchObject([
      { operation: 'confirm' },
      { operation: null, path: '/profile', target: '/profile?account=bob', status: 200 },
    ])
    await fixture.control.clearReceived()
    expect(await fixture.control.received()).toEqual([])
  })
})

describe('the life of the service', () => {
  test('its steps are told without secrets', async () => {
    const steps: string[] = []
    const standIn = await startStandIn({
      connectUrl: 'https://operator.example/connect',
      onEvent: ({ text }) => steps.push(text),
    })
    await fetch(`${standIn.origin}/profile/connect`, {
      method: 'POST',
      body: new URLSearchParams({ account: 'alice' }),
      redirect: 'manual',
    })
    await fetch(`${standIn.baseUrl}/subnets/${standIn.subnetId}/connect/confirm`, { method: 'POST' })
    await fetch(`${standIn.origin}/connect/callback?request_id=x`)
    await standIn.close()
    expect(steps).toEqual(['Alice pressed Connect', 'confirm call received: 401', 'callback page loaded'])
  })

  test('it will not start with a wrong option', async () => {
    await expect(startStandIn({ connectUrl: 'ftp://x' })).rejects.toThrow(/connect URL/)
    await expect(startStandIn({ connectUrl: 'https://x.example/c', subnetId: 'x' })).rejects.toThrow(/subnet ID/)
    const port = Number(new URL(fixture.standIn.origin).port)
    await expect(startStandIn({ connectUrl: 'https://x.example/c', port })).rejects.toThrow(/EADDRINUSE/)
  })
})
