import { SpanStatusCode, trace } from '@opentelemetry/api'
import { expect, it } from 'vitest'
import { startOtlpCollector } from '@/e2e/harness/otlp-collector'
import { startTracing } from '.'

it('startTracing sends spans to the collector without personal data and secrets', async () => {
  const collector = await startOtlpCollector()
  const { endpoint } = collector
  const provider = startTracing({ endpoint, serviceName: 'subnet-connect', labels: { subnet_id: 'a-subnet' } })
  const tracer = trace.getTracer('next')
  const request = tracer.startSpan('GET /connect?nonce=canary-1', {
    attributes: {
      'http.method': 'GET',
      'http.route': '/connect',
      'http.target': '/connect?nonce=canary-2',
      'http.status_code': 303,
      'next.route': '/connect?canary-3',
      'error.type': 'canary-4'.repeat(50),
      'canary-5': 'anything',
    },
  })
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
  const attributes = ['"http.route"', '303', 'subnet-connect', '"subnet_id"', 'a-subnet']
  for (const text of [...names, ...attributes]) expect(body).toContain(text)
  await provider.shutdown()
  await collector.close()
})
