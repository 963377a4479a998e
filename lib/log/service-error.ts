import {
  ServiceListError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTransportError,
  type ServiceError,
} from '@/lib/service'
import type { LogEntry } from './fields'

/** Returns an error's log fields without the service's text, because the text may quote a secret. */
export function serviceErrorFields(error: ServiceError): Omit<LogEntry, 'event'> {
  const { operation, name } = error
  if (error instanceof ServiceRefusedError) {
    return {
      operation,
      error: name,
      kind: error.kind,
      status: error.status,
      contentType: error.contentType,
      reason: error.reason,
    }
  }
  if (error instanceof ServiceProtocolError) {
    return { operation, error: name, status: error.status, problem: error.problem, path: error.path }
  }
  if (error instanceof ServiceListError) {
    const { problem, received, total } = error
    return { operation, error: name, problem, received, total }
  }
  if (error instanceof ServiceTransportError) return { operation, error: name, code: error.code }
  return { operation, error: name }
}
