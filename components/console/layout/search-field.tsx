import { Icon, searchIcon } from '@/components/ui/icon'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/skin/texts'
import { SearchKey } from './search-key'

const id = 'console-search'

/** Takes any ID, wallet address or support code, on every page. A plain form: it works without scripts. */
export function SearchField() {
  const t = consoleTexts()
  return (
    <search className="min-w-0 max-sm:order-last max-sm:w-full sm:max-w-md sm:grow">
      <form action="/console/search" autoComplete="off" className="relative">
        <label htmlFor={id} className="sr-only">
          {t('layout.search.label')}
        </label>
        <Icon path={searchIcon} className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted" />
        <input
          id={id}
          type="search"
          name="q"
          required
          maxLength={maxSearchLength}
          placeholder={t('layout.search.placeholder')}
          aria-keyshortcuts="Control+K Meta+K"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-9 w-full rounded-skin border border-control-line bg-page ps-9 pe-3 text-sm text-text placeholder:text-muted"
        />
      </form>
      <SearchKey inputId={id} />
    </search>
  )
}
