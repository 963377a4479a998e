import { TextLink } from '@/components/console/shared/text-link'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/skin/texts'

/** The form that searches for an attempt. */
export function FindAttempt({ find, detail }: { find: string | null; detail: 'minimal' | 'full' }) {
  const t = consoleTexts()
  const label = detail === 'full' ? t('connects.find.labelFull') : t('connects.find.labelMinimal')
  return (
    <>
      <form
        action="/console/connects"
        role="search"
        aria-label={t('connects.find.title')}
        autoComplete="off"
        className="flex min-w-0 grow basis-full items-center gap-2 lg:max-w-md lg:basis-64"
      >
        <input
          // Resets the field for another search.
          key={find}
          type="search"
          name="find"
          aria-label={label}
          placeholder={label}
          defaultValue={find ?? ''}
          required
          maxLength={maxSearchLength}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-9 w-full min-w-0 rounded-skin border border-control-line bg-surface px-3 text-sm text-text placeholder:text-muted"
        />
        <button type="submit" className="chip">
          {t('connects.find.button')}
        </button>
      </form>
      {find !== null && <TextLink href="/console/connects">{t('connects.find.all')}</TextLink>}
    </>
  )
}
