import type { WalkSummary } from '@/lib/service'

/** How a list changed while it was walked over. */
export type ListChange = Extract<WalkSummary, { kind: 'changed' }>
