/** The public API of this folder. Code outside the folder imports only this file. */
export { confirmConnection, connectRequestLifetimeMs, type Confirmed, type ConfirmRequest } from './confirm'
export { withRetries, type CallOptions, type RetryRule } from './deadline-and-retry'
export {
  answerText,
  confirmErrorKind,
  errorCode,
  failed,
  isConfirmReason,
  isServiceError,
  mapData,
  orThrow,
  serviceError,
  succeeded,
  type CommonErrorKind,
  type ConfirmErrorKind,
  type ErrorKind,
  type ListProblem,
  type OperationName,
  type ProtocolProblem,
  type Result,
  type ServiceError,
  type ServiceRefusedError,
} from './errors'
export {
  listBalances,
  listConversions,
  listPendingTaskRuns,
  listResourcesByWallet,
  walkBalances,
  walkConversions,
  type Dates,
  type PendingTaskRuns,
} from './lists'
export { isRefusedPage, type Listed, type Page, type PageQuery, type WalkEvent, type WalkOptions } from './pages'
export type {
  Balance,
  BatchUpload,
  Conversion,
  ConversionFields,
  Records,
  Resource,
  TaskRun,
  UserBreakdownEntry,
} from './records'
export { readRetryAfter } from './response'
export { quotesSecret, serviceMessage, serviceText, visibleText } from './text'
export { isHttpsOrLoopback, isLoopback, type ReadOptions, type ServiceAccess, type ServiceNames } from './transport'
export { crockfordAlphabet, ulidForm } from './ulid'
export { uploadBatch, type BatchFile, type UploadOptions } from './upload'
