import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { postMessage } from './post'
import { startTestReceiver, type TestReceiver } from './test-receiver'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const message = { id: 'wallet-confirmed-1', body: '{"type":"wallet.confirmed"}' }

let receiver: TestReceiver
beforeAll(async () => {
  receiver = await startTestReceiver(secret)
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.respond = undefined
  receiver.arrived = []
})

describe('postMessage', () => {
  it('uses a Webhook class that makes the signature of the scheme’s published example', () => {
    const published = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const at = new Date(1_614_265_330_000)
    expect(published.sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('delivers a message only when the receiver accepts the secret and the timestamp', async () => {
    expect(await postMessage({ url: receiver.url, secret }, message)).toEqual({ isDelivered: true, result: '204' })
    expect(receiver.arrived).toEqual([message])
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const refused = await postMessage({ url: receiver.url, secret: other }, message)
    expect(refused).toEqual({ isDelivered: false, result: '401' })
    // The receiver refuses an old attempt because of its timestamp.
    vi.useFakeTimers({ now: Date.now() - 600_000, toFake: ['Date'] })
    const sent = postMessage({ url: receiver.url, secret }, message)
    vi.useRealTimers()
    const old = await sent
    expect(old).toEqual({ isDelivered: false, result: '401' })
    expect(receiver.arrived).toHaveLength(1)
  })

  it('does not follow a redirect', async () => {
    const other = await startTestReceiver(secret)
    receiver.respond = (_request, response) => response.writeHead(307, { Location: other.url }).end()
    expect(await postMessage({ url: receiver.url, secret }, message)).toEqual({ isDelivered: false, result: '307' })
    expect(other.requests).toBe(0)
    await other.close()
  })

  it('returns the reason for the failure when the deadline ends or the receiver is down', async () => {
    receiver.respond = () => {}
    const slow = await postMessage({ url: receiver.url, secret }, message, 100)
    expect(slow).toEqual({ isDelivered: false, result: 'timeout' })
    receiver.respond = (request) => request.socket.destroy()
    expect((await postMessage({ url: receiver.url, secret }, message)).result).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/)
    const unreachable = await postMessage({ url: 'http://127.0.0.1:1/', secret }, message)
    expect(unreachable.isDelivered).toBe(false)
  })

  it('delivers over http beyond loopback only when allowsHttp is true', async () => {
    // This host reaches this machine, but is not a loopback host.
    const url = receiver.url.replace('127.0.0.1', '0.0.0.0')
    expect(await postMessage({ url, secret, allowsHttp: true }, message)).toEqual({ isDelivered: true, result: '204' })
    for (const refused of [url, 'http://crm.example/hook', 'ftp://127.0.0.1/']) {
      const attempt = await postMessage({ url: refused, secret }, message)
      expect(attempt, refused).toEqual({ isDelivered: false, result: 'insecure_address' })
    }
  })
})
