'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const CopyButton = lazy(async () => ({ default: (await import('./copy-button')).CopyButton }))

/** The copy button for pages of which few have one, so that the others do not load it. Its place is kept meanwhile. */
export function LazyCopyButton(props: ComponentProps<typeof CopyButton>) {
  return (
    <span className="ms-1 inline-block min-h-6 min-w-6 align-middle">
      <Suspense>
        <CopyButton {...props} />
      </Suspense>
    </span>
  )
}
