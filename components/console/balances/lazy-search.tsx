'use client'

import { lazy, Suspense, type ComponentProps } from 'react'

const BalanceSearch = lazy(async () => ({ default: (await import('./search')).BalanceSearch }))

/** The search, fetched only where there is something to search for. */
export function LazyBalanceSearch(props: ComponentProps<typeof BalanceSearch>) {
  const search = <BalanceSearch {...props} />
  // What the server has found must come in its place: no script puts it there.
  return props.foundByServer ? search : <Suspense>{search}</Suspense>
}
