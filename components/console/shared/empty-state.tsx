import type { ReactNode } from 'react'

/** Shown if there is no data: why, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-skin border border-dashed border-control-line bg-surface p-4">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  )
}
