'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const CopyButton = lazy(async () => ({ default: (await import('./copy-button')).CopyButton }))

/** A lazy copy button, so that pages without one do not load it. Its space is reserved while it loads. */
export function LazyCopyButton(props: ComponentProps<typeof CopyButton>) {
  return (
    <span className="ms-1 inline-block min-h-6 min-w-6 align-middle">
      <Suspense>
        <CopyButton {...props} />
      </Suspense>
    </span>
  )
}
