import 'server-only'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { redactedSpan } from './redacted-span'

/** How long spans wait to be sent together. Those of the last moment before the end of the process are lost. */
const sendEveryMs = 1000

/**
 * Begins to send the spans that Next makes of each request and each call. Loaded only where there is somewhere to send
 * them. Nothing is added to what this app sends to others, and what clients say of traces is not taken.
 *
 * @param options.endpoint - the base address of an OTLP collector; traces go to `v1/traces` below it.
 * @param options.labels - of this deployment, for every span.
 */
export function startTracing(options: {
  endpoint: string
  serviceName: string
  labels: Readonly<Record<string, string>>
}): NodeTracerProvider {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, ...options.labels }),
    spanProcessors: [
      new BatchSpanProcessor(redacting(new OTLPTraceExporter({ url })), { scheduledDelayMillis: sendEveryMs }),
    ],
  })
  provider.register({ propagator: null })
  return provider
}

function redacting(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(redactedSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
