'use client'

import { lazy, type ComponentProps } from 'react'

// What a page without a form has, so that the form's page does not load it. The server cannot render what `lazy` returns.
const LazyArrivalTime = lazy(() => import('./arrival-time'))
const LazyEnteredAddress = lazy(() => import('./entered-address'))

export const ArrivalTime = (props: ComponentProps<typeof LazyArrivalTime>) => <LazyArrivalTime {...props} />
export const EnteredAddress = (props: ComponentProps<typeof LazyEnteredAddress>) => <LazyEnteredAddress {...props} />
