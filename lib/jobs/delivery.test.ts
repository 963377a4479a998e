import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { deliver, logLost, pauseAfter, postMessage } from './delivery'
import { startTestReceiver, type TestReceiver } from '@/e2e/harness/webhook-receiver'
import { messageOf, refuse, secret, webhookVariables } from './test-support'

const message = { id: 'wallet-confirmed-1', body: '{"type":"wallet.confirmed","data":{"user_id":"zoë"}}' }
const delivered = { isDelivered: true, result: '204' }
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

const log = useLog()
let receiver: TestReceiver
beforeAll(async () => {
  receiver = await startTestReceiver(secret)
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.respond = undefined
  receiver.arrived = []
})

const post = (change: { url?: string; secret?: string; allowsHttp?: boolean } = {}, deadlineMs?: number) =>
  postMessage({ url: receiver.url, secret, allowsHttp: false, ...change }, message, deadlineMs)

describe('postMessage', () => {
  it('uses a Webhook class that makes the signature of the scheme’s published example', () => {
    const published = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const at = new Date(1_614_265_330_000)
    expect(published.sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('delivers a message only when the receiver accepts the secret and the timestamp', async () => {
    expect(await post()).toEqual(delivered)
    expect(receiver.arrived).toEqual([message])
    expect(await post({ secret: otherSecret })).toEqual({ isDelivered: false, result: '401' })
    // The receiver refuses an old attempt because of its timestamp.
    vi.useFakeTimers({ now: Date.now() - 600_000, toFake: ['Date'] })
    const sent = post()
    vi.useRealTimers()
    expect(await sent).toEqual({ isDelivered: false, result: '401' })
    expect(receiver.arrived).toHaveLength(1)
  })

  it('does not follow a redirect', async () => {
    const other = await startTestReceiver(secret)
    onTestFinished(() => other.close())
    receiver.respond = (_request, response) => response.writeHead(307, { Location: other.url }).end()
    expect(await post()).toEqual({ isDelivered: false, result: '307' })
    expect(other.requests).toBe(0)
  })

  it('returns the reason for the failure when the deadline ends or the receiver is down', async () => {
    receiver.respond = () => {}
    expect(await post({}, 100)).toEqual({ isDelivered: false, result: 'timeout' })
    receiver.respond = (_request, response) => response.writeHead(503, { 'Retry-After': '600' }).end()
    expect(await post()).toEqual({ isDelivered: false, result: '503', retryAfterMs: 600_000 })
    receiver.respond = (request) => request.socket.destroy()
    expect((await post()).result).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/)
    expect(await post({ url: 'http://127.0.0.1:1/' })).toMatchObject({ isDelivered: false })
  })

  it('delivers over http beyond loopback only when allowsHttp is true', async () => {
    // This host reaches this machine, but is not a loopback host.
    const url = receiver.url.replace('127.0.0.1', '0.0.0.0')
    expect(await post({ url, allowsHttp: true })).toEqual(delivered)
    for (const refused of [url, 'http://crm.example/hook', 'ftp://127.0.0.1/'])
      expect(await post({ url: refused }), refused).toEqual({ isDelivered: false, result: 'insecure_address' })
  })

  it('is accepted by the receiver of docs/operate/webhooks.md only with its secret', async () => {
    const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/operate/webhooks.md', 'utf8')) ?? []
    // Another test could take a port that is free now.
    const onFreePort = code.replace(
      ".listen(8080, '127.0.0.1')",
      ".listen(0, '127.0.0.1', function () { console.log(`port ${this.address().port}`) })",
    )
    const documented = spawn(process.execPath, ['--input-type=module', '--eval', onFreePort], {
      env: { NODE_ENV: 'test', CONNECTED_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void documented.kill())
    let output = ''
    documented.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const port = await vi.waitFor(() => /^port (\d+)$/m.exec(output)?.[1] ?? expect.fail('no port yet'), 10_000)
    const url = `http://127.0.0.1:${port}/`
    expect((await post({ url, secret: otherSecret })).result).toBe('401')
    expect(output).not.toContain('wallet-confirmed')
    expect(await post({ url })).toEqual(delivered)
    await vi.waitFor(() => expect(output).toContain("wallet-confirmed-1 wallet.confirmed { user_id: 'zoë' }"), 10_000)
  })
})

it('deliver logs how to send a message that is given up, and as logLost user and wallet only if the records keep them', async () => {
  configure(webhookVariables(receiver.url))
  receiver.respond = refuse
  await deliver(messageOf(1), 1, [])
  logLost(messageOf(1), 'full')
  receiver.respond = (_request, response) => response.writeHead(410).end()
  configure({ ...webhookVariables(receiver.url), CONNECT_RECORDS: 'full' })
  await deliver(messageOf(1), 1, [])
  logLost(messageOf(1), 'full')
  expect(log).toMatchObject([
    { event: 'webhook given up', hint: expect.stringMatching(/^send it again/) },
    { event: 'webhook lost', reason: 'full' },
    { event: 'webhook given up', ...messageOf(1).person, hint: expect.stringMatching(/no more.*send it again/) },
    { event: 'webhook lost', ...messageOf(1).person },
  ])
  for (const line of log.slice(0, 2)) expect(line).not.toHaveProperty('userId')
})

it('deliver waits as long as the receiver asks for when it fails', async () => {
  configure(webhookVariables(receiver.url))
  receiver.respond = (_request, response) => response.writeHead(503, { 'Retry-After': '600' }).end()
  expect(await deliver(messageOf(1), 1, [1000])).toEqual({ result: '503', pauseMs: 600_000 })
})

it('pauseAfter varies the pause by up to a fifth, or takes the receiver’s up to an hour, until the last attempt or a 410', () => {
  const after = (attempt: number, retryAfterMs?: number, result = '503') =>
    pauseAfter(attempt, { result, retryAfterMs }, [1000, 10_000])
  const random = vi.spyOn(Math, 'random')
  expect([0, 0.5, 1].map((value) => (random.mockReturnValue(value), after(1)))).toEqual([800, 1000, 1200])
  random.mockReturnValue(0.5)
  expect([500, 5000, 1e9].map((asked) => after(1, asked))).toEqual([1000, 5000, 3_600_000])
  expect([after(3), after(3, 5000), after(1, 5000, '410')]).toEqual([undefined, undefined, undefined])
})
