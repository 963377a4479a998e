import { headers } from 'next/headers'
import { setTimeout as delay } from 'node:timers/promises'
import { type ReactNode, Suspense } from 'react'
import { consoleTexts } from '@/lib/skin/texts'
import { Announcement } from './announcement'

/** A loading text for less would only flicker. */
const fallbackDelayMs = 300

interface AsyncContentProps<Data> {
  read: Promise<Data>
  /** Names the data in the loading text: `balances`. */
  what: string
  /** The approximate height of the content in lines. Default: 3. */
  lines?: number
  /** Replaces the loading text. */
  fallback?: ReactNode
  /** The page with this content. */
  path: string
  children: (data: Data) => ReactNode
}

/**
 * Renders the data that a page reads, or first a loading text if that takes long. An open page keeps its content and the
 * focus until then. Only a script can put late content in place.
 */
export async function AsyncContent<Data>(props: AsyncContentProps<Data>) {
  const { read, what, lines = 3, fallback, path, children } = props
  const early = isChangeOf(path, await headers())
    ? { data: await read }
    : await Promise.race([read.then((data) => ({ data })), delay(fallbackDelayMs, null)])
  // Without a Suspense boundary, because React would send long content late, even if it is ready.
  if (early) return children(early.data)
  return (
    <Suspense fallback={fallback ?? <Loading what={what} lines={lines} />}>
      <Late read={read}>
        {(data) => (
          <>
            {/* First, so that the content's own announcements replace it. */}
            <Announcement isNews text={consoleTexts()('shared.loaded', { what })} />
            {children(data)}
          </>
        )}
      </Late>
    </Suspense>
  )
}

/** Whether the script of the open page requests another query of it, or newer content. */
function isChangeOf(path: string, headers: Pick<Headers, 'get'>): boolean {
  const referrer = headers.get('Referer') ?? ''
  if (headers.get('Sec-Fetch-Dest') !== 'empty' || !URL.canParse(referrer)) return false
  return new URL(referrer).pathname === path
}

async function Late<Data>({ read, children }: Pick<AsyncContentProps<Data>, 'read' | 'children'>) {
  return children(await read)
}

/** Not a `loading.tsx`, whose response would begin with status 200 before `requireViewer()` can respond with 404. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div className="grid gap-3">
      <p role="status" className="text-muted">
        {consoleTexts()('shared.loading', { what })}
      </p>
      <div aria-hidden="true" className="grid gap-2">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="h-5 animate-pulse rounded-small bg-line" />
        ))}
      </div>
    </div>
  )
}

/** A part of the head of a page, which does not wait for it. */
export function LateCount<Data>({
  read,
  fallback,
  children,
}: Pick<AsyncContentProps<Data>, 'read' | 'fallback' | 'children'>) {
  return (
    <Suspense fallback={fallback}>
      {/* In an element, because React fails to remove a bare text that a translation has replaced. */}
      <Late read={read}>{(data) => <span>{children(data)}</span>}</Late>
    </Suspense>
  )
}
