import type { Route } from 'next'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { KeptRows } from '@/lib/console/shared/kept-walk'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { EmptyState } from './empty-state'
import { Identifier } from './identifier'
import { Note } from './note'
import { ProgressBar } from './progress-bar'
import { RefreshSoon } from './refresh-soon'
import { TextLink } from './text-link'
import { RelativeTime } from './time'

/* The parts of a page about a kept walk (`lib/console/shared/kept-walk.ts`) or a look-up, other than its rows. */

type Reading = Extract<KeptRows<object>, { kind: 'reading' }>
type Read = Extract<KeptRows<object>, { kind: 'read' }>

/**
 * The progress of a walk. The page updates it about every second, or every two seconds without scripts.
 *
 * @param what - the name of the data: `balances`.
 */
export function WalkProgress({
  progress: { searched, total, pauseSeconds },
  what,
}: {
  progress: Pick<Reading, 'searched' | 'total' | 'pauseSeconds'>
  what: string
}) {
  const t = consoleTexts()
  return (
    <div className="grid gap-2 rounded-skin border border-line bg-surface p-4">
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <RefreshSoon />
      <ProgressBar
        label={t('shared.walk.label', { what })}
        value={total === null ? null : searched}
        max={Math.max(total ?? 0, searched)}
      />
      <p className="text-muted tabular-nums">
        {total === null ? t('shared.walk.label', { what }) : t('shared.walk.progress', { what, searched, total })}
      </p>
      {pauseSeconds !== null && <Note>{t('shared.walk.pausing', { duration: formatDuration(pauseSeconds) })}</Note>}
      <p className="text-muted">{t('shared.walk.why')}</p>
    </div>
  )
}

/**
 * The time at which the walk read the rows, and a link that reads them again. The page passes `readAfter(searchParams)`
 * on to the walk. Render it as a child of the pagination.
 */
export function WalkAge({ readAt, path, searchParams }: { readAt: number; path: Route; searchParams: SearchParams }) {
  const t = consoleTexts()
  return (
    <p className="flex items-center gap-x-1 text-muted">
      <span>
        {t('shared.walk.read')} <RelativeTime time={readAt} />
        {t('shared.walk.kept')}
      </span>
      <TextLink href={pageUrl(path, searchParams, { after: readAt, page: undefined })} keepsScroll>
        {t('shared.walk.refresh')}
      </TextLink>
    </p>
  )
}

/** Remarks about the rows of a walk. */
export function WalkRemarks({ rows: { change, isWhole, rows } }: { rows: Pick<Read, 'change' | 'isWhole' | 'rows'> }) {
  const t = consoleTexts()
  return (
    <>
      {change && (
        <Note>
          <span>{t('shared.walk.changed', { firstTotal: change.firstTotal, lastTotal: change.lastTotal })}</span>{' '}
          <span>
            {change.maybeMissing > 0
              ? t('shared.exports.mayBeMissing', { count: change.maybeMissing })
              : t('shared.exports.noneMissing')}
          </span>
        </Note>
      )}
      {!isWhole && <Note>{t('shared.walk.cut', { count: rows.length })}</Note>}
    </>
  )
}

/**
 * Replaces the result if another site linked here. Such a request must not start a walk or a look-up, but this link may.
 *
 * @param text - the text to look up, unless it is in a field of the page.
 */
export function NotStarted({
  what,
  path,
  searchParams,
  text,
}: {
  what: 'walk' | 'lookUp'
  path: Route
  searchParams: SearchParams
  text?: string | null | undefined
}) {
  const t = consoleTexts()
  return (
    <EmptyState title={t(`shared.${what}.notStarted`)}>
      {text && (
        <p>
          <Identifier value={text} what={t('searchPage.copy')} isWhole />
        </p>
      )}
      <p>
        {/* Not a link of the router, which kept the page when the URL differed only by its encoding. */}
        <a href={pageUrl(path, searchParams)}>{t(`shared.${what}.start`)}</a>
      </p>
    </EmptyState>
  )
}
