'use client'

import { lazy, type ComponentProps } from 'react'

// Loaded on demand, so that the page of a form does not load them. The server cannot render the result of `lazy`.
const LazyArrivalTime = lazy(async () => ({ default: (await import('./other-parts')).ArrivalTime }))
const LazyEnteredAddress = lazy(async () => ({ default: (await import('./other-parts')).EnteredAddress }))

export const ArrivalTime = (props: ComponentProps<typeof LazyArrivalTime>) => <LazyArrivalTime {...props} />
export const EnteredAddress = (props: ComponentProps<typeof LazyEnteredAddress>) => <LazyEnteredAddress {...props} />
