import 'server-only'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { outsideRequests } from '@/lib/request/context'
import { exporterTo, exportFailure } from './collector'

/** Spans of the last interval before the process ends are lost. */
const sendEveryMs = 1000

/**
 * Sends the spans that Next creates for each request and call. It adds no trace headers to requests to other servers,
 * and ignores those of clients.
 */
export function startTracing(endpoint: string, resource: Readonly<Record<string, string>>): NodeTracerProvider {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new RedactedBatches(reportingExporter(endpoint), { scheduledDelayMillis: sendEveryMs })],
  })
  provider.register({ propagator: null })
  return provider
}

/** Logs a failure at most once a minute. OpenTelemetry itself reports none. */
function reportingExporter(endpoint: string) {
  const exporter = exporterTo(endpoint)
  const send = exporter.export.bind(exporter)
  const lines = lineLimit('more traces not sent', { lines: 1 })
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const reason = exportFailure(result)
      const hint = 'check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS; npm run doctor tries them'
      const write = () => log().warn({ event: 'traces not sent', reason, hint })
      if (reason !== undefined) outsideRequests(() => lines.write(write))
      done(result)
    })
  return exporter
}

/** Sends only the allowed attributes of a span, and no messages. In a span's name, a fetched URL is only its host. */
class RedactedBatches extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    const attributes = Object.entries(span.attributes).filter(
      ([name, value]) => allowedAttributes.has(name) && isHarmless(value),
    )
    const redacted = {
      name: redactedName(span.name),
      status: { code: span.status.code },
      attributes: Object.fromEntries(attributes),
      links: [],
      events: [],
    }
    super.onEnd(Object.assign(span, redacted))
  }
}

/** Others go, because `http.target`, for example, contains the nonce of a connect link. */
const allowedAttributes = new Set([
  'error.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.route',
  'next.segment',
  'next.span_type',
])

/** In characters. No method, route or status is longer. */
const longestText = 200

function redactedName(name: string): string {
  const [, before, host] = /^(.*?)https?:\/\/(?:[^/?#\s@]*@)?([^/?#\s]*)/.exec(name) ?? []
  const shown = host === undefined ? name.replace(/[?#].*$/s, '') : `${before}${host}`
  return shown.slice(0, longestText)
}

function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestText && !/[?#]/.test(value)
  return typeof value === 'number' || typeof value === 'boolean'
}
