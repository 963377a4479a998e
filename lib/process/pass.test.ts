import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pass } from './pass'

const { answerArrival, warn, settings, passed } = vi.hoisted(() => ({
  answerArrival: vi.fn(),
  warn: vi.fn(),
  settings: { app: { isDevelopment: false }, tracing: { endpoint: undefined as string | undefined } },
  passed: {
    requestHeaders: {},
    responseHeaders: { 'X-Content-Type-Options': 'nosniff' },
    setCookies: ['session=; Max-Age=0'],
    leadsTo: undefined,
  },
}))
vi.mock('./arrival', () => ({ answerArrival }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn }) }))
vi.mock('@/lib/config', () => ({ config: () => settings }))
vi.mock('@/lib/first-pass', () => ({ needsNoPass: () => false, firstPass: () => Promise.resolve(passed) }))

/** Passes a request, with what an arrival would be answered before it. */
async function passOf(url: string, { method = 'GET', headers = {} } = {}) {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method, headers })
  const response = new ServerResponse(request)
  return { goesOn: await pass(request, response), response }
}

const link = '/connect?request_id=1&nonce=2'

beforeEach(() => {
  answerArrival.mockReset().mockResolvedValue(true)
  settings.app.isDevelopment = false
  settings.tracing.endpoint = undefined
})

describe('an arrival', () => {
  it('is answered without Next, after its first pass', async () => {
    answerArrival.mockImplementation((_request: unknown, response: ServerResponse) => {
      expect(response.getHeaders()).toMatchObject({ 'x-content-type-options': 'nosniff' })
      return Promise.resolve(true)
    })
    expect((await passOf(link)).goesOn).toBe(false)
    expect((await passOf('/connect')).goesOn).toBe(false)
    expect(answerArrival).toHaveBeenCalledTimes(2)
  })

  it('goes on to Next where it leads elsewhere', async () => {
    answerArrival.mockResolvedValue(false)
    expect((await passOf(link)).goesOn).toBe(true)
  })

  it('goes on to Next as it has come where it cannot be answered, which is said once', async () => {
    answerArrival.mockRejectedValue(new RangeError(`anything of ${link}`))
    await passOf(link)
    const { goesOn, response } = await passOf(link)
    expect(goesOn).toBe(true)
    expect(warn.mock.calls).toEqual([[{ event: 'arrival left to Next', error: 'RangeError' }]])
    expect(response.headersSent).toBe(false)
    expect(response.getHeader('set-cookie')).toEqual(passed.setCookies)
  })

  it('is Next’s in development and where traces are sent, which are made of its spans', async () => {
    settings.app.isDevelopment = true
    expect((await passOf(link)).goesOn).toBe(true)
    settings.app.isDevelopment = false
    settings.tracing.endpoint = 'http://collector.example'
    expect((await passOf(link)).goesOn).toBe(true)
    expect(answerArrival).not.toHaveBeenCalled()
  })
})

describe('anything else goes on to Next', () => {
  it.each([
    ['HEAD', link, { method: 'HEAD' }],
    ['POST', link, { method: 'POST' }],
    ['a request of Next’s own router', link, { headers: { rsc: '1' } }],
    ['a page below', '/connect/confirm', {}],
    ['a slash behind', '/connect/?nonce=2', {}],
    ['a slash before', '//connect?nonce=2', {}],
    ['capitals', '/CONNECT?nonce=2', {}],
    ['an escaped letter', '/%63onnect?nonce=2', {}],
    ['an escaped question mark', '/connect%3Fnonce=2', {}],
    ['a dot', '/./connect?nonce=2', {}],
    ['a whole address', 'http://evil.example/connect?nonce=2', {}],
    ['the address of a proxy', 'evil.example:443', {}],
    ['no address', '*', {}],
  ])('%s', async (_what, url, request) => {
    expect((await passOf(url, request)).goesOn).toBe(true)
    expect(answerArrival).not.toHaveBeenCalled()
  })
})
