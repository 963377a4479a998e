'use client'

import { lazy } from 'react'

/** The copy button for pages of which few have one, so that the others do not load it. */
export const LazyCopyButton = lazy(async () => ({ default: (await import('./copy-button')).CopyButton }))
