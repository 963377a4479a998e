import type { Route } from 'next'
import { downloadIcon } from './icons'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { Menu } from './menu'

/** The links have no `download`, because the browser would then not show the text of a failed export. */
export function ExportMenu({
  path,
  searchParams,
  isFiltered = false,
  rows = consoleTexts()(isFiltered ? 'shared.exportLinks.filtered' : 'shared.exportLinks.all'),
  maxPauseMs,
  more = [],
}: {
  path: Route
  searchParams?: SearchParams
  isFiltered?: boolean
  rows?: string
  maxPauseMs?: number
  more?: readonly { name: string; label?: string; url: Route }[]
}) {
  const t = consoleTexts()
  const csv = { name: t('shared.exportLinks.csv'), label: t('shared.exportLinks.csvLabel') }
  return (
    <Menu label={t('shared.exportLinks.menu')} icon={downloadIcon}>
      <ul className="grid gap-1">
        {[{ ...csv, url: pageUrl(path, searchParams) }, ...more].map(({ url, name, label }) => (
          <li key={url}>
            <a href={url} aria-label={label} className="menu-link">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-muted">
        <span>{rows}</span> <span>{t('shared.exportLinks.spreadsheets')}</span>{' '}
        {maxPauseMs !== undefined && (
          <span>{t('shared.exportLinks.pauses', { duration: formatDuration(maxPauseMs / 1000) })}</span>
        )}
      </p>
    </Menu>
  )
}
