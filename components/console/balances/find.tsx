import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { pageSize } from '@/lib/console/balances/limits'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/messages/console-texts'

/**
 * Asks for a wallet or a user. It is a plain form that sets the query, so it works with Back and without scripts: the
 * page then searches, or the server where no script runs.
 *
 * @param searchText - the text in the URL; null if there is none.
 * @param page - the page number of the list, which is kept.
 * @param rows - the page size of the list, which is kept.
 */
export function FindBalance({ searchText, page, rows }: { searchText: string | null; page: number; rows: number }) {
  const t = consoleTexts()
  return (
    <form action="/console/balances" role="search" className="flex flex-wrap items-end gap-4">
      <div className="min-w-0 grow basis-72">
        <CodeField
          // Another search shows another text.
          key={searchText}
          name="find"
          label={t('balances.find.label')}
          hint={t('balances.find.hint')}
          defaultValue={searchText ?? ''}
          required
          maxLength={maxSearchLength}
        />
      </div>
      {page > 1 && <input type="hidden" name="page" value={page} />}
      {rows !== pageSize.default && <input type="hidden" name="rows" value={rows} />}
      <noscript>
        <input type="hidden" name="search" value="server" />
      </noscript>
      <Button type="submit" look="primary">
        {t('balances.find.button')}
      </Button>
    </form>
  )
}
