'use client'

import { lazy, type ComponentProps } from 'react'

const CopyButton = lazy(async () => ({ default: (await import('./copy-button')).CopyButton }))

/** The copy button for pages of which few have one, so that the others do not load it. */
export function LazyCopyButton(props: ComponentProps<typeof CopyButton>) {
  return <CopyButton {...props} />
}
