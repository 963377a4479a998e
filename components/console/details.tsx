import type { ReactNode } from 'react'

/** Names and values, side by side on wide screens and stacked on narrow ones. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">{children}</dl>
}

export function Detail({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="mb-2 min-w-0 break-words sm:mb-0">{children}</dd>
    </>
  )
}
