import 'server-only'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node'

/**
 * The attributes that a trace may contain. All others are removed, because `http.target`, for example, contains the
 * nonce of a connect link.
 */
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

/** The max length of an attribute, in characters. A longer text is not a method, route or status. */
const longestText = 200

/**
 * A span without personal data and secrets. It keeps the part of its name before a query, the host of a fetched URL,
 * and the allowed attributes. It has no error messages.
 */
export function redactedSpan(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(
    ([name, value]) => allowedAttributes.has(name) && isHarmless(value),
  )
  return {
    name: redactedName(span.name),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext ? { parentSpanContext: span.parentSpanContext } : {}),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: Object.fromEntries(attributes),
    links: [],
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function redactedName(name: string): string {
  const [, before, host] = /^(.*?)https?:\/\/(?:[^/?#\s@]*@)?([^/?#\s]*)/.exec(name) ?? []
  const shown = host === undefined ? name.replace(/[?#].*$/s, '') : `${before}${host}`
  return shown.slice(0, longestText)
}

function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestText && !/[?#]/.test(value)
  return typeof value === 'number' || typeof value === 'boolean'
}
