'use client'

import { useLinkStatus } from 'next/link'

const marks = { ascending: '↑', descending: '↓', none: '↕', pending: '…' } as const

/** The sign in a link that sorts: which way it sorts now, or that it is on its way. The header has it for screen readers. */
export function SortMark({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  const { pending } = useLinkStatus()
  return (
    <span aria-hidden="true" className={direction ? 'text-accent' : 'text-muted'}>
      {marks[pending ? 'pending' : (direction ?? 'none')]}
    </span>
  )
}
