import type { Route } from 'next'
import { setTimeout as delay } from 'node:timers/promises'
import { Suspense, type ReactNode } from 'react'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { Loading } from './loading'

/** A shorter wait gets no loading text, which would only flicker. */
const fallbackDelayMs = 300

/** With this parameter a page is sent whole, after all its data has been read. */
const wholeParameter = 'whole'

interface AsyncContentProps<Data> {
  read: Promise<Data>
  /** What is read, for the loading text: `balances`. */
  what: string
  /** About how many lines high the content will be. Default: 3. */
  lines?: number
  /** The page with this content, and its query. */
  path: Route
  searchParams: SearchParams
  /** The page refreshes while it is open, and keeps its content until the new one has been read. */
  isRefreshed?: boolean
  children: (data: Data) => ReactNode
}

/**
 * Renders what a page reads. If reading takes long, the page is sent first, with a loading text in this place.
 * Give it a key if the query decides what is read.
 *
 * React streams late content in pieces, which only a script can put in place. Without scripts, the page
 * reloads with a parameter that makes the server send it whole.
 */
export async function AsyncContent<Data>(props: AsyncContentProps<Data>) {
  const { read, what, lines = 3, path, searchParams, isRefreshed = false, children } = props
  if (searchParams[wholeParameter] !== undefined) return children(await read)
  // React remounts the content if one render has a Suspense boundary and the next has none. So a page that
  // refreshes always has it.
  const early = !isRefreshed && (await Promise.race([read.then((data) => ({ data })), delay(fallbackDelayMs)]))
  if (early) return children(early.data)
  return (
    <Suspense
      fallback={
        <>
          <noscript>
            <meta httpEquiv="refresh" content={`0;url=${pageUrl(path, searchParams, { [wholeParameter]: 1 })}`} />
          </noscript>
          <Loading what={what} lines={lines} />
        </>
      }
    >
      <LateContent read={read}>{children}</LateContent>
    </Suspense>
  )
}

async function LateContent<Data>({ read, children }: Pick<AsyncContentProps<Data>, 'read' | 'children'>) {
  return children(await read)
}
