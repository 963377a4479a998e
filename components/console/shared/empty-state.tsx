import type { ReactNode } from 'react'

/** The text for an empty list: the reason, and the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-skin border border-dashed border-control-line bg-surface p-4">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  )
}
