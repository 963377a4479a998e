/** The public API of this folder. Code outside the folder imports only this file. */
export { listBalances, walkBalances } from './balances'
export { uploadBatch, type BatchFile, type UploadOptions } from './batch-upload'
export { confirmConnection, connectRequestLifetimeMs, type ConfirmRequest, type Confirmed } from './confirm-connection'
export { listConversions, walkConversions, type Dates } from './conversions'
export type { CallOptions } from './deadline'
export {
  confirmErrorKind,
  type CommonErrorKind,
  type ConfirmErrorKind,
  type ErrorKind,
  type OperationName,
} from './error-kind'
export {
  answerText,
  errorCode,
  failed,
  mapData,
  orThrow,
  ServiceError,
  ServiceListError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
  succeeded,
  type ListProblem,
  type ProtocolProblem,
  type Result,
} from './errors'
export { quotesSecret, serviceMessage } from './message'
export type { Page, PageQuery } from './pages'
export { listPendingTaskRuns, type PendingTaskRuns } from './pending-task-runs'
export {
  type Balance,
  type BatchUpload,
  type Conversion,
  type ConversionFields,
  type Records,
  type Resource,
  type TaskRun,
  type UserBreakdownEntry,
} from './records'
export { listResourcesByWallet } from './resources'
export { withRetries, type RetryRule } from './retry'
export { readRetryAfter } from './retry-after'
export { searchForm, serviceText, unseen, visibleText } from './text'
export { isHttpsOrLoopback, isLoopback, type ReadOptions, type ServiceAccess, type ServiceNames } from './transport'
export { crockfordAlphabet, ulidForm } from './ulid'
export { isRefusedPage, type WalkEvent, type WalkOptions } from './walk'
