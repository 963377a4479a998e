'use client'

import { lazy } from 'react'

// What a page without a form has, so that the form's page does not load it.
export const ArrivalTime = lazy(() => import('./arrival-time'))
export const EnteredAddress = lazy(() => import('./entered-address'))
