import type { Route } from 'next'
import { SearchForm } from '@/components/console/shared/search-form'
import { TextLink } from '@/components/console/shared/text-link'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/skin/texts'

/** Searches a breakdown. */
export function BreakdownSearch({
  path,
  searchParams,
  find,
}: {
  path: Route
  searchParams: SearchParams
  find: string
}) {
  const t = consoleTexts()
  const { find: _find, page: _page, ...kept } = searchParams
  return (
    <SearchForm
      path={path}
      name="find"
      label={t('conversions.breakdown.search.label')}
      hint={t('conversions.breakdown.search.hint')}
      defaultValue={find}
      button={{ text: t('conversions.breakdown.search.button') }}
      hidden={Object.entries(kept).map(
        ([name, value]) => typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />,
      )}
    >
      {find !== '' && (
        <TextLink href={pageUrl(path, kept)} isTall>
          {t('conversions.breakdown.search.all')}
        </TextLink>
      )}
    </SearchForm>
  )
}
