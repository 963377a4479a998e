import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteInMs } from './clock'
import { connectUrlProblem } from './settings'
import { newWallet, startFixture, type Fixture } from './test-support'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(() => fixture.control.reset())

const profileOf = async (account: string) => (await fetch(`${fixture.standIn.profileUrl}?account=${account}`)).text()

/** Presses Connect as an account, confirms a wallet, and spends the code. */
async function connect(account: 'alice' | 'bob', wallet: ReturnType<typeof newWallet>, prove: boolean) {
  const pressed = await fixture.control.pressConnect(account)
  const { body } = await fixture.confirm(pressed, {
    wallet_address: wallet.address,
    ...(prove ? { signature: wallet.sign(pressed) } : {}),
  })
  return fixture.spend(pressed.request_id, body.auth_code)
}

describe("the operator's own system", () => {
  const post = (id: string, body: string, secret = fixture.standIn.webhookSecret, at = new Date()) =>
    fetch(fixture.standIn.webhookUrl, {
      method: 'POST',
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
      body,
    })

  test('takes what is signed, once, and shows it; nothing else', async () => {
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect((await post('1', '{"type":"canary"}', other)).status).toBe(401)
    expect((await post('2', '{"type":"old"}', undefined, new Date(Date.now() - 10 * minuteInMs))).status).toBe(401)
    for (const id of ['3', '3']) expect((await post(id, '{"type":"wallet.connected"}')).status).toBe(204)
    expect((await fixture.control.webhooks()).map(({ id, body }) => [id, body])).toEqual([
      ['3', '{"type":"wallet.connected"}'],
    ])
    const text = await (await fetch(fixture.standIn.webhookUrl)).text()
    expect(text).toContain('wallet.connected')
    expect(text).not.toMatch(/canary|old/)
  })

  test('can be down', async () => {
    await fixture.control.set({ webhookStatus: 503 })
    expect((await post('1', '{}')).status).toBe(503)
    expect(await fixture.control.webhooks()).toEqual([])
  })
})

describe('the profile page', () => {
  test('sends the browser to the connect URL with a request of that account', async () => {
    const press = (account: string) =>
      fetch(`${fixture.standIn.origin}/profile/connect`, {
        method: 'POST',
        body: new URLSearchParams({ account }),
        redirect: 'manual',
      })
    const response = await press('bob')
    const [request] = await fixture.control.requests()
    const link = new URL(response.headers.get('location') ?? '')

    expect(response.status).toBe(303)
    expect(link.origin + link.pathname).toBe('https://operator.example/connect')
    expect([...link.searchParams.keys()]).toEqual(['request_id', 'nonce'])
    expect(request).toMatchObject({ account: 'bob', request_id: link.searchParams.get('request_id') })
    expect((await press('mallory')).status).toBe(400)
  })

  test('shows whose wallet is connected, and whether it is proven', async () => {
    const wallet = newWallet()
    expect(await profileOf('alice')).toContain('No wallet connected yet.')
    await connect('alice', wallet, true)
    expect(await profileOf('alice')).toContain(wallet.address)
    expect(await profileOf('alice')).toContain('proven by its signature')
    expect(await profileOf('bob')).toContain('No wallet connected yet.')
  })

  test('asks nothing of any third party', async () => {
    const html = await profileOf('alice')
    expect(html).not.toMatch(/(src|href)="?(https?:)?\/\//)
  })
})

describe('the code', () => {
  test('completes the connection once', async () => {
    const pressed = await fixture.control.pressConnect()
    const { body } = await fixture.confirm(pressed, { subnet_user_id: 'u-1' })
    expect(await fixture.control.connections()).toEqual([])
    expect(await fixture.spend(pressed.request_id, body.auth_code)).toMatchObject({ status: 200 })
    expect(await fixture.control.connections()).toMatchObject([
      { account: 'alice', proven: false, subnetUserId: 'u-1' },
    ])
    expect(await fixture.spend(pressed.request_id, body.auth_code)).toMatchObject({ status: 409 })
  })

  test('is refused when it is wrong, of another request, or 5 minutes old', async () => {
    const pressed = await fixture.control.pressConnect()
    const other = await fixture.control.pressConnect()
    const { body } = await fixture.confirm(pressed)
    expect(await fixture.spend(pressed.request_id, 'wrong')).toMatchObject({ status: 404 })
    expect(await fixture.spend(other.request_id, body.auth_code)).toMatchObject({ status: 404 })
    expect(await fixture.spend(pressed.request_id, 7)).toMatchObject({ status: 422 })
    await fixture.control.advanceClock(5 * minuteInMs)
    expect(await fixture.spend(pressed.request_id, body.auth_code)).toMatchObject({ status: 410 })
    expect(await fixture.control.connections()).toEqual([])
  })
})

describe('a wallet that another account has connected', () => {
  test.each([
    { held: 'unproven', claimed: 'proven', status: 200 },
    { held: 'unproven', claimed: 'unproven', status: 409 },
    { held: 'proven', claimed: 'unproven', status: 409 },
    { held: 'proven', claimed: 'proven', status: 409 },
  ])('$held, claimed $claimed: $status', async ({ held, claimed, status }) => {
    const wallet = newWallet()
    expect(await connect('alice', wallet, held === 'proven')).toMatchObject({ status: 200 })
    expect(await connect('bob', wallet, claimed === 'proven')).toMatchObject({ status })
    const holders = (await fixture.control.connections()).map(({ account }) => account)
    expect(holders).toEqual([status === 200 ? 'bob' : 'alice'])
  })

  test('stays proven when its own account connects it again', async () => {
    const wallet = newWallet()
    await connect('alice', wallet, true)
    await connect('alice', wallet, false)
    expect(await fixture.control.connections()).toMatchObject([{ proven: true }])
    await connect('alice', newWallet(), false)
    expect(await fixture.control.connections()).toMatchObject([{ proven: false }])
  })
})

describe('the landing page', () => {
  test('shows the request as it came', async () => {
    const path = "/landing/a;b/%7Ec?q='1'&r=%zz"
    const response = await fetch(fixture.standIn.origin + path)
    expect(await response.text()).toContain('/landing/a;b/%7Ec?q=')
    expect(await fixture.control.received()).toMatchObject([{ target: new URL(path, 'http://x').href.slice(8) }])
  })
})

describe('the registered connect URL', () => {
  test.each(['https://operator.example/connect', 'http://localhost:3000/connect', 'http://127.0.0.1/c'])(
    'may be %s',
    (url) => expect(connectUrlProblem(url)).toBeNull(),
  )
  test.each([
    'operator.example/connect',
    'http://operator.example/connect',
    'https://operator.example/connect?',
    'https://operator.example/connect#top',
    'https://ann:pw@operator.example/connect',
    'javascript:alert(1)',
  ])('may not be %s', (url) => expect(connectUrlProblem(url)).toMatch(/^connect URL:/))

  test('may be changed, but not to a wrong one', async () => {
    await fixture.control.set({ connectUrl: 'https://new.example/c' })
    expect((await fixture.control.pressConnect()).link).toMatch(/^https:\/\/new\.example\/c\?request_id=/)
    await expect(fixture.control.set({ connectUrl: 'http://new.example/c' })).rejects.toThrow(/https/)
  })
})
