import { FilterChips } from '@/components/console/filter-chips'
import { FindForm } from '@/components/console/find-form'
import { FindRow } from '@/components/console/find-row'
import { listPage } from '@/components/console/list-page'
import { keptFields } from '@/lib/console/query'
import { pageUrl } from '@/lib/console/page-url'
import { consoleTexts } from '@/lib/skin/texts'
import { balances } from './list'

const topRows = 100
const top = { sort: 'bolts', order: 'descending', rows: topRows } as const

/** Shows all balances in pages, in the service's order or sorted, optionally filtered by a part of an ID or address. */
const { Page, generateMetadata } = listPage(balances, {
  title({ find }) {
    const t = consoleTexts()
    return find === '' ? t('layout.pages.balances') : t('balances.find.pageTitle', { find })
  },
  intro: () => consoleTexts()('shared.subnetBolts'),
  filters({ find, sort, limit }) {
    const t = consoleTexts()
    const isTop = sort?.key === top.sort && sort.direction === top.order && limit === top.rows
    return (
      <FindRow>
        <FindForm
          path={balances.path}
          label={t('balances.find.label')}
          button={t('balances.find.button')}
          value={find}
          hidden={keptFields(balances, { sort, limit })}
        />
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
})

export { generateMetadata }
export default Page
