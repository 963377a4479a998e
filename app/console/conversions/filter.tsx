import { listText } from '@/components/console/cell'
import { CompactField, FilterChips, FindRow, HiddenFields } from '@/components/console/find-row'
import { Menu } from '@/components/console/menu'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { isSortable, type Sort } from '@/lib/console/list'
import { sortLink, type ListQuery } from '@/lib/console/query'
import { formatDay } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { conversions } from './list'
import type { DateFilter } from './query'

interface Props {
  query: Pick<ListQuery<DateFilter>, 'filter' | 'sort'>
  searchParams: SearchParams
}

export function ConversionFilter({ query, searchParams }: Props) {
  const t = consoleTexts()
  const { from, until, problems } = query.filter
  const presets = presetDates().map(({ name, ...dates }) => ({
    name: t(`conversions.filter.presets.${name}`),
    url: pageUrl(conversions.path, searchParams, { ...dates, page: undefined, after: undefined }),
    isCurrent: !problems && dates.from === from && dates.until === until,
  }))
  const hasOtherDates = !problems && presets.every(({ isCurrent }) => !isCurrent)
  const dates = { from: from ?? 'none', until: until ?? 'none' }
  return (
    <FindRow>
      <FilterChips label={t('conversions.filter.title')} choices={presets} />
      {/* Open if a field is invalid, so that it is visible and has the focus. */}
      <Menu
        label={t(`conversions.filter.${hasOtherDates ? 'dates' : 'title'}`, dates)}
        isOpen={problems !== null}
        opensAt="start"
      >
        <DateForm filter={query.filter} searchParams={searchParams} />
      </Menu>
      <SortMenu sort={query.sort} searchParams={searchParams} />
    </FindRow>
  )
}

/** Common dates, in UTC. The current ones have no last day, because the interface leaves open whether it counts. */
export function presetDates(now = new Date()) {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const day = (inMonth: number, date: number) => formatDay(new Date(Date.UTC(year, inMonth, date)))
  return [
    { name: 'all', from: undefined, until: undefined },
    { name: 'days7', from: day(month, today - 7), until: undefined },
    { name: 'days30', from: day(month, today - 30), until: undefined },
    { name: 'thisMonth', from: day(month, 1), until: undefined },
    { name: 'lastMonth', from: day(month - 1, 1), until: day(month, 0) },
  ] as const
}

function DateForm({ filter, searchParams }: { filter: DateFilter; searchParams: SearchParams }) {
  const t = consoleTexts()
  return (
    <form action={conversions.path} autoComplete="off" className="flex flex-wrap items-center gap-2">
      <HiddenFields params={searchParams} without={['from', 'until', 'page', 'after']} />
      {(['from', 'until'] as const).map((name) => {
        const value = filter[name]
        const problem = filter.problems?.[name]
        return (
          <CompactField
            key={`${name} ${value}`}
            hasLabel
            placeholder="2026-01-31"
            name={name}
            label={t(`conversions.filter.${name}`)}
            defaultValue={value}
            error={problem && t(`conversions.filter.problems.${problem}`, { typed: value ?? '' })}
          />
        )
      })}
      <button type="submit" className="action">
        {t('conversions.filter.apply')}
      </button>
      <p className="basis-full text-sm text-muted">{t('conversions.filter.info')}</p>
    </form>
  )
}

function SortMenu({ sort, searchParams }: { sort: Sort | null; searchParams: SearchParams }) {
  const t = consoleTexts()
  const { path } = conversions
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
    <Menu label={t('shared.sort')} isPlain opensAt="start">
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
