import { headers } from 'next/headers'
import { setTimeout as delay } from 'node:timers/promises'
import { type ReactNode, Suspense } from 'react'
import { consoleTexts } from '@/lib/skin/texts'
import { Announcement } from './announcement'

const fallbackDelayMs = 300

interface AsyncContentProps<Data> {
  read: Promise<Data>
  what: string
  lines?: number
  fallback?: ReactNode
  path: string
  children: (data: Data) => ReactNode
}

/** Renders the data, or first a loading text. An open page keeps its content and the focus until then. */
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

function isChangeOf(path: string, headers: Pick<Headers, 'get'>): boolean {
  const referrer = headers.get('Referer') ?? ''
  if (headers.get('Sec-Fetch-Dest') !== 'empty' || !URL.canParse(referrer)) return false
  return new URL(referrer).pathname === path
}

export async function Late<Data>({ read, children }: Pick<AsyncContentProps<Data>, 'read' | 'children'>) {
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
