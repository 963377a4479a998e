/** The six operations, in the order of the interface. */
export type OperationName = 'pending' | 'confirm' | 'conversions' | 'balances' | 'upload' | 'resources'
