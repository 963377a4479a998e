import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { generate } from 'selfsigned'
import { beforeEach, describe, expect, it, onTestFinished, type Mock, vi } from 'vitest'
import { z } from 'zod'
import { orThrow } from './errors'
import { access, errorOf, hang, stubFetch } from './test-support'
import { read, send, type ReadOptions } from './transport'

const { signal } = new AbortController()
const request = { operation: 'listBalances', method: 'GET', path: 'balances' } as const

let fetchMock: Mock<typeof fetch>

beforeEach(() => {
  fetchMock = stubFetch()
})

const headersOfCall = (index: number) => new Headers(fetchMock.mock.calls[index]?.[1]?.headers)

describe('send', () => {
  it('leaves a connection that fell silent, also if the service speaks HTTP/2', async () => {
    vi.unstubAllGlobals()
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
    const connections = new Set<object>()
    const silent = new Set<object>()
    const server = createSecureServer({ key, cert, allowHTTP1: true }, ({ stream, socket }, response) => {
      const connection = (stream as typeof stream | undefined)?.session ?? socket
      connections.add(connection)
      if (!silent.has(connection)) response.end('{}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const here = { ...access, baseUrl: `https://localhost:${port}` }
    const asked = async (until: AbortSignal) => orThrow(await send(here, request, until)).text()
    expect(await asked(signal)).toBe('{}')
    for (const connection of connections) silent.add(connection)
    for (let time = 0; time < 2; time += 1) await asked(AbortSignal.timeout(300)).catch(() => {})
    expect(await asked(signal)).toBe('{}')
  })

  it('is loaded, and replaces only a dispatcher that would speak HTTP/2', async () => {
    const key = Symbol.for('undici.globalDispatcher.2')
    const dispatchers = globalThis as { [key]?: object | undefined }
    const former = dispatchers[key]
    onTestFinished(() => void (dispatchers[key] = former))
    const speaksHttp2 = Number.parseInt(process.versions['undici'] ?? '', 10) >= 8
    for (const [given, isReplaceable] of [
      [{}, true],
      // Like a ProxyAgent, its constructor throws for options without an address.
      [new URL('https://proxy.example'), false],
    ] as const) {
      dispatchers[key] = given
      vi.resetModules()
      await import('./transport')
      expect(dispatchers[key] !== given).toBe(speaksHttp2 && isReplaceable)
    }
  })

  it('never replaces the credential with a header of the request', async () => {
    fetchMock.mockResolvedValueOnce(new Response())
    await send(access, { ...request, headers: { Authorization: 'Bearer other', Accept: 'text/html' } }, signal)
    expect(headersOfCall(0).get('Authorization')).toBe('Bearer key-of-this-test')
    expect(headersOfCall(0).get('Accept')).toBe('application/json')
  })

  it('sends the credential over https, and over http only to loopback', async () => {
    fetchMock.mockResolvedValue(new Response())
    for (const [baseUrl, isAllowed] of Object.entries({
      'https://service.example': true,
      'http://localhost:4000/api': true,
      'http://127.0.0.1': true,
      'http://127.9.9.9': true,
      'http://[::1]:4000': true,
      'http://service.example/api': false,
      'http://localhost.evil.example': false,
      'http://127.0.0.1.evil.example': false,
      'http://10.0.0.1': false,
      'ftp://localhost': false,
      'service.example': false,
    })) {
      fetchMock.mockClear()
      const error: unknown = await send({ ...access, baseUrl }, request, signal).catch((thrown: unknown) => thrown)
      expect([error instanceof TypeError, fetchMock.mock.calls.length], baseUrl).toEqual(
        isAllowed ? [false, 1] : [true, 0],
      )
    }
  })

  it('refuses an invalid credential without quoting it', async () => {
    for (const apiKey of ['', 'two\nlines', 'with space', 'kéy']) {
      const error: unknown = await send({ ...access, apiKey }, request, signal).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(TypeError)
      if (apiKey) expect(inspect(error)).not.toContain(apiKey)
    }
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('returns an error whose cause has only the name and the code of a failure', async () => {
    const cause = Object.assign(new Error(`refused ${access.apiKey}`), { code: 'HPE_INVALID', data: access.apiKey })
    fetchMock.mockRejectedValueOnce(new TypeError(`fetch failed for ${access.apiKey}`, { cause }))
    const error = await errorOf(send(access, request, signal))
    expect(error).toMatchObject({ name: 'ServiceTransportError', operation: 'listBalances', code: 'HPE_INVALID' })
    expect(error.cause).toEqual({ name: 'Error', code: 'HPE_INVALID' })
    expect(inspect(error)).not.toContain(access.apiKey)
  })
})

describe('read', () => {
  const expected = { schema: z.literal('read'), maxResponseBytes: 100 }
  const run = (options: ReadOptions = {}) =>
    read(access, { operation: 'listBalances', path: 'balances', ...expected }, options)

  it('times out at the deadline, with or without the beginning of a response', async () => {
    fetchMock.mockImplementation(hang)
    const timeout = { name: 'ServiceTimeoutError', operation: 'listBalances', deadlineMs: 20 }
    expect(await errorOf(run({ deadlineMs: 20 }))).toMatchObject(timeout)
    expect(fetchMock).toHaveBeenCalledOnce()
    // The body stalls.
    fetchMock.mockImplementation(async (_input, init) => {
      const body = new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      })
      return new Response(body)
    })
    expect(await errorOf(run({ deadlineMs: 20 }))).toMatchObject(timeout)
  })

  it('restarts the deadline with each chunk only when the response is long', async () => {
    vi.useFakeTimers()
    fetchMock.mockImplementation(async (_input, init) => {
      async function* chunks() {
        for (const chunk of ['"', 're', 'ad"']) {
          await new Promise((resolve) => setTimeout(resolve, 20_000))
          init?.signal?.throwIfAborted()
          yield new TextEncoder().encode(chunk)
        }
      }
      return new Response(chunks() as never)
    })
    const request = { operation: 'listConversions', path: 'conversions', ...expected } as const
    const reads = Promise.all([true, false].map((isLong) => read(access, { ...request, isLong }, {})))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await reads).toMatchObject([{ data: 'read' }, { error: { name: 'ServiceTimeoutError' } }])
  })

  it('sends nothing when the signal is aborted already', async () => {
    await expect(run({ signal: AbortSignal.abort('never wanted') })).rejects.toBe('never wanted')
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    const add = vi.spyOn(controller.signal, 'addEventListener')
    fetchMock.mockResolvedValueOnce(Response.json('read'))
    await run({ signal: controller.signal })
    expect(vi.getTimerCount()).toBe(0)
    expect(add).toHaveBeenCalledOnce()
    expect(remove).toHaveBeenCalledOnce()
  })

  it('accepts an infinite deadline', async () => {
    fetchMock.mockImplementation(async (_input, init) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      init?.signal?.throwIfAborted()
      return Response.json('read')
    })
    expect(await run({ deadlineMs: Infinity })).toMatchObject({ data: 'read' })
  })
})
