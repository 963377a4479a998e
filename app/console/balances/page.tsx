import { FilterChips, FindRow } from '@/components/console/find-row'
import { FindForm } from '@/components/console/find-form'
import { TextLink } from '@/components/console/links'
import { listPage } from '@/components/console/list'
import { pageUrl } from '@/lib/console/page-url'
import { consoleTexts } from '@/lib/skin/texts'
import { balances } from './list'

const topRows = 100
const top = { sort: 'bolts', order: 'descending', rows: topRows } as const

const { Page, generateMetadata } = listPage(balances, {
  title({ find }) {
    const t = consoleTexts()
    return find === '' ? t('layout.pages.balances') : t('balances.find.pageTitle', { find })
  },
  filters({ find, sort, limit }, searchParams) {
    const t = consoleTexts()
    const isTop = sort?.key === top.sort && sort.direction === top.order && limit === top.rows
    return (
      <FindRow>
        <FindForm path={balances.path} label={t('balances.find.label')} value={find} searchParams={searchParams} />
        <FilterChips
          label={t('balances.filters.label')}
          choices={[
            { name: t('balances.filters.all'), url: balances.path, isCurrent: find === '' && sort === null },
            {
              name: t('balances.filters.top', { count: topRows }),
              url: pageUrl(balances.path, {}, top),
              isCurrent: find === '' && isTop,
            },
          ]}
        />
      </FindRow>
    )
  },
  summary: ({ sort: opened }, { find, sort }) =>
    find === '' && !(sort ?? opened) ? consoleTexts()('balances.unsorted') : undefined,
  below: ({ total }) =>
    total > 0 && (
      <p className="text-sm text-muted">
        {consoleTexts()('shared.subnetBolts')} {consoleTexts()('balances.period')}{' '}
        <TextLink href="/console/conversions">{consoleTexts()('balances.pastPeriods')}</TextLink>
      </p>
    ),
})

export { Page as default, generateMetadata }
