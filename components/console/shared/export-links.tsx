import type { Route } from 'next'
import { buttonClasses } from '@/components/ui/button'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * The links that download all rows, of all pages.
 *
 * They have no `download` attribute, since the browser would then not show the text of a failed export.
 *
 * @param path - a route handler that responds with `exportResponse`.
 * @param searchParams - the filter of the rows, if there is one.
 * @param maxPauseMs - for a walk: how long it may pause at a time.
 */
export function ExportLinks({
  path,
  searchParams,
  maxPauseMs,
}: {
  path: Route
  searchParams?: SearchParams
  maxPauseMs?: number
}) {
  return (
    <div className="grid max-w-prose gap-1 text-sm">
      <Links path={path} searchParams={searchParams} />
      {maxPauseMs !== undefined && (
        <p className="text-muted">
          {consoleTexts()('shared.exportLinks.pauses', { duration: formatDuration(maxPauseMs / 1000) })}
        </p>
      )}
    </div>
  )
}

function Links({ path, searchParams }: { path: Route; searchParams: SearchParams | undefined }) {
  const t = consoleTexts()
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-muted">{t('shared.exportLinks.label')}</span>
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={pageUrl(path, searchParams, { format })}
          aria-label={t(`shared.exportLinks.${format}Label`)}
          className={buttonClasses('secondary')}
        >
          {t(`shared.exportLinks.${format}`)}
        </a>
      ))}
    </p>
  )
}
