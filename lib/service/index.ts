/** The public surface of this folder: everything else in it is its own business. */
export { listBalances, walkBalancePages, walkBalances } from './balances'
export { uploadBatch, type BatchFile, type UploadOptions } from './batch-upload'
export { confirmConnection, type ConfirmAnswer, type ConfirmRequest } from './confirm-connection'
export { listConversions, walkConversionPages, walkConversions, type ConversionQuery } from './conversions'
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
export type { Page, PageQuery, WalkOptions } from './pages'
export { listPendingTaskRuns, type PendingTaskRuns } from './pending-task-runs'
export type { Balance, BatchUpload, Conversion, Resource, TaskRun, UserBreakdownEntry } from './records'
export { listResourcesByWallet } from './resources'
export { withRetries, type RetryRule } from './retry'
export { isLoopback, type ServiceAccess, type ServiceNames } from './transport'
