import type { Route } from 'next'
import { setTimeout as delay } from 'node:timers/promises'
import { Suspense, type ReactNode } from 'react'
import { Loading } from '@/components/console/loading'
import { addressWith, type PageSearch } from '@/lib/console/address'

/** What takes no longer is not announced: it would only flicker. */
const patienceMs = 300

/** The parameter that has a page come in one piece, however long it takes. */
const wholeParameter = 'whole'

interface AwaitedProps<Data> {
  read: Promise<Data>
  /** What is being read: `the balances`; and about how many lines high it will be. */
  what: string
  lines?: number
  /** The page that it is on, with its query. */
  path: Route
  search: PageSearch
  /** The page is refreshed while it is looked at: what it shows stays until the next is there. */
  isRefreshed?: boolean
  children: (data: Data) => ReactNode
}

/**
 * Shows what a page reads, in its place: at once where it comes soon; else it says what is being read
 * first. Give it a key where a query changes what is read.
 *
 * What comes late comes in pieces (React cuts a long table in the middle), which only a script can put
 * together. So without scripts the page is asked for once more, to come whole.
 */
export async function Awaited<Data>(props: AwaitedProps<Data>) {
  const { read, what, lines, path, search, isRefreshed = false, children } = props
  if (search[wholeParameter] !== undefined) return children(await read)
  // With and without a boundary are two places to React: a refresh that takes longer than the one before
  // would take down all that is there.
  const soon = !isRefreshed && (await Promise.race([read.then((data) => ({ data })), delay(patienceMs)]))
  if (soon) return children(soon.data)
  return (
    <Suspense
      fallback={
        <>
          <noscript>
            <meta httpEquiv="refresh" content={`0;url=${addressWith(path, search, { [wholeParameter]: 1 })}`} />
          </noscript>
          <Loading what={what} lines={lines ?? 3} />
        </>
      }
    >
      <Late read={read}>{children}</Late>
    </Suspense>
  )
}

async function Late<Data>({ read, children }: Pick<AwaitedProps<Data>, 'read' | 'children'>) {
  return children(await read)
}
