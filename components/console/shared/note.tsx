import type { ReactNode } from 'react'

/** A remark about the figures beside it. It is not for errors. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-4 border-s-4 border-warning ps-3">{children}</p>
}
