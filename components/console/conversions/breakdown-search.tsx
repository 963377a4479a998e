import type { Route } from 'next'
import { TextLink } from '@/components/console/shared/text-link'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/messages/console-texts'

/** Searches a breakdown. It is a plain form that sets the query, so it works with Back and without scripts. */
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
    <form action={path} role="search" className="flex flex-wrap items-end gap-4">
      {Object.entries(kept).map(
        ([name, value]) => typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="min-w-0 grow basis-64 sm:max-w-md">
        <CodeField
          name="find"
          label={t('conversions.breakdown.search.label')}
          hint={t('conversions.breakdown.search.hint')}
          defaultValue={find}
          maxLength={maxSearchLength}
        />
      </div>
      <Button type="submit">{t('conversions.breakdown.search.button')}</Button>
      {find !== '' && (
        <TextLink href={pageUrl(path, kept)} isTall>
          {t('conversions.breakdown.search.all')}
        </TextLink>
      )}
    </form>
  )
}
