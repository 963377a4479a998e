'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const UserBolts = lazy(async () => ({ default: (await import('./user-bolts')).UserBolts }))

/** The search, fetched only where there is somebody to search for. */
export function LazyUserBolts(props: ComponentProps<typeof UserBolts>) {
  return (
    <Suspense>
      <UserBolts {...props} />
    </Suspense>
  )
}
