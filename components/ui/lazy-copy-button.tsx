'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const CopyButton = lazy(async () => ({ default: (await import('./copy-button')).CopyButton }))

/** Only pages with one load it. Its space is empty meanwhile, so that nothing moves. */
export function LazyCopyButton(props: ComponentProps<typeof CopyButton>) {
  return (
    <span className={props.look ? 'grid min-h-12 w-full' : 'ms-1 inline-block min-h-6 min-w-6 align-middle'}>
      <Suspense>
        <CopyButton {...props} />
      </Suspense>
    </span>
  )
}
