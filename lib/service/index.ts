/** The public API of this folder. Code outside the folder imports only this file. */
export { listBalances, walkBalances } from './balances'
export { uploadBatch, type BatchFile, type UploadOptions } from './batch-upload'
export {
  confirmConnection,
  connectRequestLifetimeMs,
  type ConfirmRequest,
  type ConfirmResult,
} from './confirm-connection'
export { listConversions, walkConversions, type ConversionOptions, type ConversionQuery } from './conversions'
export type { CallOptions } from './deadline'
export { confirmErrorKind, type CommonErrorKind, type ConfirmErrorKind, type ErrorKind } from './error-kind'
export {
  answerText,
  errorCode,
  ServiceError,
  ServiceListError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
  type ListProblem,
  type ProtocolProblem,
} from './errors'
export { isReadable, isUnreadable, type Listed, type Unreadable } from './listed'
export { quotesSecret, serviceMessage } from './message'
export type { OperationName } from './operation-name'
export type { Dates, Page, PageQuery } from './pages'
export { listPendingTaskRuns, type PendingTaskRuns } from './pending-task-runs'
export type {
  Balance,
  BatchUpload,
  Conversion,
  ConversionFields,
  Resource,
  TaskRun,
  UserBreakdownEntry,
} from './records'
export { listResourcesByWallet } from './resources'
export { withRetries, type RetryRule } from './retry'
export { readRetryAfter } from './retry-after'
export { serviceText, unseen, visibleText } from './text'
export { isHttpsOrLoopback, isLoopback, type ReadOptions, type ServiceAccess, type ServiceNames } from './transport'
export { isRefusedPage, type WalkEvent, type WalkOptions } from './walk'
export type { ListChange, WalkCounts, WalkSummary } from './walk-tally'
