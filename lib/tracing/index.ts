import 'server-only'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { redactedSpan } from './redacted-span'

/**
 * The interval between two batches of spans, in milliseconds. Spans of the last interval before the process ends are
 * lost.
 */
const sendEveryMs = 1000

/**
 * Starts to send the spans that Next creates for each request and call. The app loads this module only if a collector
 * is configured. The provider adds no trace headers to requests to other servers, and ignores trace headers from
 * clients.
 */
export function startTracing(options: {
  endpoint: string
  serviceName: string
  labels: Readonly<Record<string, string>>
}): NodeTracerProvider {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, ...options.labels }),
    spanProcessors: [new RedactedBatches(new OTLPTraceExporter({ url }), { scheduledDelayMillis: sendEveryMs })],
  })
  provider.register({ propagator: null })
  return provider
}

class RedactedBatches extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    super.onEnd(redactedSpan(span))
  }
}
