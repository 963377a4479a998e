import { listText } from '@/components/console/cells'
import { FilterChips } from '@/components/console/filter-chips'
import { CompactField, FindRow } from '@/components/console/find-row'
import { Menu } from '@/components/console/menu'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { isSortable, type Sort } from '@/lib/console/list'
import { sortLink } from '@/lib/console/query'
import { formatDay } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { conversions } from './list'
import type { ConversionDates, DateFilter } from './query'

const path = '/console/conversions'

/**
 * The dates and the order of the list.
 *
 * @param read - the dates in the query.
 * @param searchParams - the query of the page.
 */
export function ConversionFilter({
  read,
  sort,
  searchParams,
}: {
  read: DateFilter
  sort: Sort | null
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const dates = read.ok ? read.dates : null
  const presets = datePresets.map((name) => {
    const preset = presetDates(name, new Date())
    const isCurrent = dates?.from === preset.from && dates?.until === preset.until && dates !== null
    const url = pageUrl(path, searchParams, { ...preset, page: undefined, after: undefined })
    return { name: t(`conversions.filter.presets.${name}`), url, isCurrent }
  })
  const hasOtherDates = dates !== null && presets.every(({ isCurrent }) => !isCurrent)
  return (
    <FindRow>
      <FilterChips label={t('conversions.filter.title')} choices={presets} />
      {/* Open if a field is invalid, so that it is visible and has the focus. */}
      <Menu label={hasOtherDates ? textOf(dates) : t('conversions.filter.title')} isOpen={!read.ok} opensAt="start">
        <DateForm read={read} searchParams={searchParams} />
      </Menu>
      <SortMenu sort={sort} searchParams={searchParams} />
    </FindRow>
  )
}

/** Shortcuts for common dates. */
const datePresets = ['all', 'days7', 'days30', 'thisMonth', 'lastMonth'] as const
type DatePreset = (typeof datePresets)[number]

/**
 * Returns the dates of a preset, in UTC. A preset that lasts until now has no last day, because the interface does not
 * state whether the last day counts.
 */
export function presetDates(preset: DatePreset, now: Date): ConversionDates {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const day = (inMonth: number, date: number) => formatDay(new Date(Date.UTC(year, inMonth, date)))
  switch (preset) {
    case 'all':
      return { from: undefined, until: undefined }
    case 'days7':
      return { from: day(month, today - 7), until: undefined }
    case 'days30':
      return { from: day(month, today - 30), until: undefined }
    case 'thisMonth':
      return { from: day(month, 1), until: undefined }
    case 'lastMonth':
      return { from: day(month - 1, 1), until: day(month, 0) }
  }
}

function textOf({ from = '', until = '' }: ConversionDates): string {
  const t = consoleTexts()
  if (until === '') return t('conversions.filter.since', { from })
  return from === '' ? t('conversions.filter.before', { until }) : t('conversions.filter.between', { from, until })
}

/** A plain form that sets the query, so that it works with Back and without scripts. */
function DateForm({ read, searchParams }: { read: DateFilter; searchParams: SearchParams }) {
  const t = consoleTexts()
  const values = read.ok ? read.dates : read.typed
  return (
    <form action={path} autoComplete="off" className="flex flex-wrap items-center gap-2">
      {(['rows', 'sort', 'order'] as const).map((name) => {
        const value = searchParams[name]
        return typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />
      })}
      {(['from', 'until'] as const).map((name) => {
        const problem = read.ok ? undefined : read.problems[name]
        return (
          <CompactField
            // Resets the fields for other dates.
            key={`${name} ${values[name]}`}
            type="date"
            name={name}
            label={t(`conversions.filter.${name}`)}
            // A date field cannot show an invalid date, so the text below quotes the input.
            defaultValue={problem === 'not_a_date' ? undefined : values[name]}
            error={problem && t(`conversions.filter.problems.${problem}`, { typed: values[name] ?? '' })}
          />
        )
      })}
      <button type="submit" className="chip">
        {t('conversions.filter.apply')}
      </button>
    </form>
  )
}

/** All orders of the list: the service's order, and those by columns in the details of a row. */
function SortMenu({ sort, searchParams }: { sort: Sort | null; searchParams: SearchParams }) {
  const t = consoleTexts()
  const params = { ...searchParams, sort: undefined, order: undefined, page: undefined, after: undefined }
  const sortable = Object.entries(conversions.columns).filter(([, column]) => isSortable(column))
  const choices = [
    { name: t('conversions.unsorted'), url: pageUrl(path, params), isCurrent: sort === null },
    ...sortable.map(([key]) => ({
      name: listText('conversions', `columns.${key}`),
      url: sortLink(conversions, key, { sort: null, path, searchParams: params }).url,
      isCurrent: key === sort?.key,
    })),
  ]
  return (
    <Menu label={t('conversions.sort')} isPlain opensAt="start">
      <ul>
        {choices.map(({ name, url, isCurrent }) => (
          <li key={name}>
            <Link href={url} scroll={false} aria-current={isCurrent || undefined} className="menu-link">
              <span>{name}</span>
              {isCurrent && <span aria-hidden="true">&nbsp;✓</span>}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
