import { consoleTexts } from '@/lib/skin/texts'

/**
 * A placeholder for content that the server is still reading.
 *
 * It is the fallback of a Suspense boundary inside a page, after `requireViewer()`. A `loading.tsx` would wrap the
 * whole page, and its response would begin with status 200 before the check can respond with 404.
 *
 * @param what - the name of the data: `balances`.
 * @param lines - the approximate height of the content in lines.
 */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div className="grid gap-3 noscript:hidden">
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
