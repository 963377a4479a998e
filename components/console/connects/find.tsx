import { SearchForm } from '@/components/console/shared/search-form'
import { TextLink } from '@/components/console/shared/text-link'
import { consoleTexts } from '@/lib/skin/texts'

/** The form that looks for an attempt. */
export function FindAttempt({ find, detail }: { find: string | null; detail: 'minimal' | 'full' }) {
  const t = consoleTexts()
  return (
    <SearchForm
      path="/console/connects"
      name="find"
      label={t('connects.find.label')}
      hint={detail === 'full' ? t('connects.find.hintFull') : t('connects.find.hintMinimal')}
      defaultValue={find ?? ''}
      required
      button={{ text: t('connects.find.button'), look: 'primary' }}
    >
      {find !== null && (
        <TextLink href="/console/connects" isTall>
          {t('connects.find.all')}
        </TextLink>
      )}
    </SearchForm>
  )
}
