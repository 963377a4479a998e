import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy'
import { listen, type Listening } from './listen'

/* Many tests rely on the proxy, so it must break exactly what a fault describes. */

const body = 'x'.repeat(400)
let heard: string[] = []
let upstream: Listening
let proxy: FaultProxy
beforeAll(async () => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`)
      response.setHeader('Date', 'Wed, 21 Oct 2015 07:28:00 GMT')
      response.end(body)
    })
  })
  upstream = await listen(server)
  proxy = await startFaultProxy(upstream.port)
})
afterAll(async () => {
  await proxy.close()
  await upstream.close()
})
beforeEach(() => {
  heard = []
})

const send = async (faults: Fault[] = [], signal = AbortSignal.timeout(5000)) => {
  const left = [...faults]
  proxy.nextFault = () => left.shift()
  const response = await fetch(`http://127.0.0.1:${proxy.port}/path`, { method: 'POST', body: 'asked', signal })
  return { status: response.status, date: response.headers.get('date'), text: await response.text() }
}

describe('a fault proxy', () => {
  it('passes several requests and answers unchanged when there is no fault', async () => {
    const answers = [await send(), await send(), await send()]
    expect(answers.map(({ text }) => text)).toEqual([body, body, body])
    expect(heard).toEqual(Array.from({ length: 3 }, () => 'POST /path asked'))
  })

  it('applies each fault to one exchange, and counts it', async () => {
    proxy.injected.clear()
    const before = proxy.exchanges
    const fault: Fault = { kind: 'late', latencyMs: 60 }
    const startedAt = performance.now()
    await send([fault])
    expect(performance.now() - startedAt).toBeGreaterThan(50)
    await send()
    expect([...proxy.injected]).toEqual([['late', 1]])
    expect(proxy.exchanges).toBe(before + 2)
  })

  it.each([
    { by: 'reset', at: 0 },
    { by: 'reset', at: 10 },
    { by: 'reset', at: 300 },
    { by: 'end', at: 0 },
    { by: 'end', at: 300 },
  ] as const)('cuts the connection by $by after $at bytes when the upstream has the request', async (cut) => {
    await expect(send([{ kind: cut.by, cut }])).rejects.toThrow(TypeError)
    expect(heard).toHaveLength(1)
  })

  it('continues the answer with garbage', async () => {
    const bytes = new TextEncoder().encode('#garbage#')
    const { text } = await send([{ kind: 'garbage', cut: { at: 300, by: 'garbage', bytes } }]).catch(() => ({
      text: '',
    }))
    expect(text).not.toBe(body)
  })

  it('stops sending in the middle of an answer', async () => {
    const asked = send([{ kind: 'silence', cut: { at: 100, by: 'silence' } }], AbortSignal.timeout(200))
    await expect(asked).rejects.toThrow('timeout')
  })

  it('loses a request before it reaches the upstream', async () => {
    await expect(send([{ kind: 'lost', isHeard: false, cut: { at: 0, by: 'reset' } }])).rejects.toThrow(TypeError)
    expect(heard).toEqual([])
  })

  it.each([true, false])('answers instead of the upstream when isHeard is %s', async (isHeard) => {
    const answer = 'HTTP/1.1 503 No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno'
    expect(await send([{ kind: 'storm', isHeard, answer }])).toMatchObject({ status: 503, text: 'no' })
    expect(heard).toHaveLength(isHeard ? 1 : 0)
    expect((await send()).text).toBe(body)
  })

  it('sends an answer slowly in small pieces', async () => {
    const startedAt = performance.now()
    expect((await send([{ kind: 'drip', drip: { bytes: 50, everyMs: 10 } }])).text).toBe(body)
    expect(performance.now() - startedAt).toBeGreaterThan(60)
  })

  it('changes the head of an answer', async () => {
    const changeHead = (head: string) => head.replace(/Date: [^\r]+/, 'Date: Thu, 22 Oct 2015 07:28:00 GMT')
    expect(await send([{ kind: 'skew', changeHead }])).toMatchObject({
      date: 'Thu, 22 Oct 2015 07:28:00 GMT',
      text: body,
    })
  })
})
