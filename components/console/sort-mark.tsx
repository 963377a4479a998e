'use client'

import { useIsLoading } from '@/components/ui/link'

const marks = { ascending: '↑', descending: '↓', none: '↕', pending: '…' } as const

/**
 * The current sort direction in a header's link, or a sign that the next page is loading. Screen readers get
 * `aria-sort`.
 */
export function SortMark({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  const isLoading = useIsLoading()
  return (
    <span aria-hidden="true" className={direction ? 'text-accent' : 'text-muted'}>
      {marks[isLoading ? 'pending' : (direction ?? 'none')]}
    </span>
  )
}
