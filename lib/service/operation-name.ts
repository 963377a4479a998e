/** The operations of the interface, with the names of this client's functions. */
export type OperationName =
  | 'listPendingTaskRuns'
  | 'confirmConnection'
  | 'listConversions'
  | 'listBalances'
  | 'uploadBatch'
  | 'listResourcesByWallet'
