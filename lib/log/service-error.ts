import type { ServiceError } from '@/lib/service'
import type { LogEntry } from './fields'

/** The facts of the client's errors. The service's own text is not among them, because it may quote a secret. */
const facts = [
  'operation',
  'kind',
  'status',
  'contentType',
  'reason',
  'problem',
  'path',
  'received',
  'total',
  'code',
] as const

export function serviceErrorFields(error: ServiceError): Omit<LogEntry, 'event'> {
  return { error: error.name, ...Object.fromEntries(facts.map((fact) => [fact, Reflect.get(error, fact)])) }
}
