import type { ReactNode } from 'react'

/** Names and values, side by side on wide screens and stacked on narrow ones. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">{children}</dl>
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="mb-1 min-w-0 break-words">{children}</dd>
    </>
  )
}
