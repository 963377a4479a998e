export const operationNames = ['pending', 'confirm', 'conversions', 'balances', 'upload', 'resources'] as const

/** The six operations, in the order of the interface. */
export type OperationName = (typeof operationNames)[number]
