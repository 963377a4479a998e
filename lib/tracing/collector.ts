import 'server-only'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'

/** It reads OTEL_EXPORTER_OTLP_HEADERS and similar variables itself. */
export const exporterTo = (endpoint: string) =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })

type Result = Parameters<Parameters<OTLPTraceExporter['export']>[1]>[0]

/** Returns a status, a code, or else the exporter's own words, which quote nothing. Undefined if spans have arrived. */
export function exportFailure({ error }: Result): string | undefined {
  return error && String((error as { code?: string | number }).code ?? error.message)
}

/** Sends no spans. Returns why the collector does not accept them, after at most ten seconds; undefined if it does. */
export async function tryCollector(endpoint: string): Promise<string | undefined> {
  const result = await new Promise<Result>((resolve) => exporterTo(endpoint).export([], resolve))
  return exportFailure(result)
}
