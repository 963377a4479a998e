import { SpanStatusCode, trace } from '@opentelemetry/api'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startOtlpCollector } from '@/e2e/harness/otlp-collector'
import { listen } from '@/e2e/harness/listen'
import { log } from '@/lib/log'
import { useLog } from '@/lib/log/test-support'
import { correlationId, runInRequest } from '@/lib/request/context'
import { tryCollector } from './collector'
import { startTracing } from '.'

const logged = useLog()

it('startTracing sends spans to the collector without personal data and secrets', async () => {
  const collector = await startOtlpCollector()
  const { endpoint } = collector
  const provider = startTracing(endpoint, { 'service.name': 'subnet-connect', subnet_id: 'a-subnet' })
  const tracer = trace.getTracer('next')
  const harmless = { 'http.method': 'GET', 'http.route': '/connect', 'http.status_code': 303 }
  const secret = { 'http.target': '/connect?nonce=canary-2', 'next.route': '/connect?canary-3', 'canary-5': 'anything' }
  const attributes = { ...harmless, ...secret, 'error.type': 'canary-4'.repeat(50) }
  const request = tracer.startSpan('GET /connect?nonce=canary-1', { attributes })
  request.recordException(new Error('canary-6'))
  request.setStatus({ code: SpanStatusCode.ERROR, message: 'canary-7' })
  request.end()
  tracer.startSpan('GET /signin/return?token=canary-12', { attributes: { 'http.url': '/?token=canary-13' } }).end()
  tracer.startSpan('fetch POST https://canary-8:pw@crm.example:8443/canary-9?canary-10#canary-11').end()
  await provider.forceFlush()
  const [{ path, body } = { path: '', body: '' }] = collector.received
  expect(path).toBe('/v1/traces')
  expect(body).not.toContain('canary')
  const names = ['"GET /connect"', '"GET /signin/return"', '"fetch POST crm.example:8443"']
  const others = ['"http.route"', '303', 'subnet-connect', '"subnet_id"', 'a-subnet']
  for (const text of [...names, ...others]) expect(body).toContain(text)
  await provider.shutdown()
  await collector.close()
})

it('startTracing logs once a minute, outside of requests, that the collector refuses spans', async () => {
  const { endpoint, close } = await startOtlpCollector(401)
  onTestFinished(close)
  vi.spyOn(log(), 'warn').mockImplementation((line) => void logged.push({ ...line, correlationId: correlationId() }))
  const provider = startTracing(endpoint, {})
  for (const name of ['GET /', 'GET /signin']) {
    provider.getTracer('next').startSpan(name).end()
    await expect(runInRequest('a-code', () => provider.forceFlush())).rejects.toThrow()
  }
  expect(logged).toMatchObject([{ event: 'traces not sent', reason: '401', correlationId: undefined }])
  await provider.shutdown()
})

it('tryCollector returns undefined when the collector accepts spans, and otherwise why it does not', async () => {
  // A server of gRPC begins with a frame of HTTP/2.
  const grpc = await listen(createServer((socket) => socket.end(Buffer.alloc(9))))
  // The exporter does not try again after such a long pause.
  const busy = await listen(createHttpServer((_, answer) => answer.writeHead(503, { 'Retry-After': '60' }).end()))
  const collectors = await Promise.all([200, 401].map(startOtlpCollector))
  onTestFinished(async () => {
    await Promise.all([grpc, busy, ...collectors].map(({ close }) => close()))
  })
  const endpoints = [...collectors, ...[grpc, busy].map(({ port }) => ({ endpoint: `http://127.0.0.1:${port}` }))]
  const answers = await Promise.all(endpoints.map(({ endpoint }) => tryCollector(endpoint)))
  expect(answers).toEqual([undefined, '401', 'HPE_INVALID_CONSTANT', 'Export failed with retryable status'])
})
