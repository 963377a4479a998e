import { pageUrl, type PageQuery } from '@/lib/console/page-url'
import { elsewhereParameter } from '@/lib/request/paths'
import type { AllRows, Progress } from '@/lib/console/rows'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { Announcement } from './announcement'
import { EmptyState, Note, UnreadableRows } from './notices'
import { Identifier } from './identifier'
import { ProgressBar } from './progress-bar'
import { RefreshSoon } from './use-refresh'
import { TextLink } from './links'
import { RelativeTime } from './time'

/** The progress of a walk (`lib/console/rows.ts`). The page updates it about every second. */
export function WalkProgress({ progress, what }: { progress: Progress; what: string }) {
  const { searched, total, pauseSeconds } = progress
  const t = consoleTexts()
  const label = t('shared.walk.label', { what })
  return (
    <div className="grid gap-2 rounded-skin border border-line bg-surface p-4">
      <RefreshSoon />
      <Announcement isNews text={label} />
      <ProgressBar label={label} value={total === null ? null : searched} max={Math.max(total ?? 0, searched)} />
      <p className="text-muted tabular-nums">
        {total === null ? label : t('shared.walk.progress', { what, searched, total })}
      </p>
      {pauseSeconds !== null && <Note>{t('shared.walk.pausing', { duration: formatDuration(pauseSeconds) })}</Note>}
      <p className="text-muted">{t('shared.walk.why')}</p>
    </div>
  )
}

export function WalkNotes({ walk: { hasChanged, isWhole, rows, unreadable } }: { walk: AllRows<object> }) {
  const t = consoleTexts()
  return (
    <>
      <UnreadableRows count={unreadable} />
      {hasChanged && <Note>{t('shared.walk.changed')}</Note>}
      {!isWhole && <Note>{t('shared.walk.cut', { count: rows.length })}</Note>}
    </>
  )
}

/** @param after - the link reads all lists again that were read at this time or earlier. */
export function WalkAge({
  readAt,
  after = readAt,
  path,
  searchParams,
}: PageQuery & { readAt: number; after?: number }) {
  const t = consoleTexts()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-muted">
      <span>
        {t('shared.walk.read')} <RelativeTime time={readAt} />
        {t('shared.walk.kept')}
      </span>
      <TextLink href={pageUrl(path, searchParams, { after, page: undefined })} scroll={false}>
        {t('shared.walk.refresh')}
      </TextLink>
    </span>
  )
}

/** If another site linked here, a request must not start a walk or a look-up. This link may. */
export function NotStarted({
  what,
  path,
  searchParams,
  text,
}: PageQuery & {
  what: 'walk' | 'lookUp'
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
        <a href={pageUrl(path, searchParams, { [elsewhereParameter]: undefined })}>{t(`shared.${what}.start`)}</a>
      </p>
    </EmptyState>
  )
}
