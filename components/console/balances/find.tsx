import { SearchForm } from '@/components/console/shared/search-form'
import { pageSize } from '@/lib/console/shared/page-query'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * Asks for a wallet or a user. The page then searches, or the server where no script runs.
 *
 * @param searchText - the text in the URL; null if there is none.
 * @param page - the page number of the list, which is kept.
 * @param rows - the page size of the list, which is kept.
 */
export function FindBalance({ searchText, page, rows }: { searchText: string | null; page: number; rows: number }) {
  const t = consoleTexts()
  return (
    <SearchForm
      path="/console/balances"
      name="find"
      label={t('balances.find.label')}
      hint={t('balances.find.hint')}
      defaultValue={searchText ?? ''}
      required
      button={{ text: t('balances.find.button'), look: 'primary' }}
      hidden={
        <>
          {page > 1 && <input type="hidden" name="page" value={page} />}
          {rows !== pageSize.default && <input type="hidden" name="rows" value={rows} />}
          <noscript>
            <input type="hidden" name="search" value="server" />
          </noscript>
        </>
      }
    />
  )
}
