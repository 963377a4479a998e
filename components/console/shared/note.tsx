import type { ReactNode } from 'react'

/** What has to be known about the figures beside it, and is no failure. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-4 border-s-4 border-warning ps-3">{children}</p>
}
