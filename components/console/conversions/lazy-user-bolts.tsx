'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const UserBolts = lazy(async () => ({ default: (await import('./user-bolts')).UserBolts }))

/** The search. The browser loads its script only when the page names a user. */
export function LazyUserBolts(props: ComponentProps<typeof UserBolts>) {
  return (
    <Suspense>
      <UserBolts {...props} />
    </Suspense>
  )
}
