/** The public surface of this folder: everything else in it is its own business. */
export { confirmConnection, type ConfirmAnswer, type ConfirmRequest } from './confirm-connection'
export type { CallOptions } from './deadline'
export { confirmRow, type CommonRow, type ConfirmRow, type ErrorRow } from './error-rows'
export {
  ServiceError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
  type OperationName,
  type ProtocolProblem,
} from './errors'
export { withRetries, type RetryRule } from './retry'
export { isLoopback, type ServiceAccess, type ServiceNames } from './transport'
