import { consoleMessages } from '@/lib/messages/console'

/**
 * What stands where something is still being read.
 *
 * It is the fallback of a Suspense boundary that a page puts below its guard. `loading.tsx` would be one
 * around the whole page: its answer begins, with status 200, before the guard has said 404.
 *
 * @param what - what is being read: `the balances`.
 * @param lines - about as high as what will stand there.
 */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div className="grid gap-3 noscript:hidden">
      <p role="status" className="text-muted">
        {consoleMessages.loading(what)}
      </p>
      <div aria-hidden="true" className="grid gap-2">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="h-5 animate-pulse rounded bg-line" />
        ))}
      </div>
    </div>
  )
}
