import { TextLink } from '@/components/console/shared/text-link'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { consoleTexts } from '@/lib/messages/console-texts'

/** The form that looks for an attempt. It is posted as it is: there is nothing that a script could add. */
export function FindAttempt({ find, detail }: { find: string | null; detail: 'minimal' | 'full' }) {
  const t = consoleTexts()
  return (
    <>
      <form
        action="/console/connects"
        autoComplete="off"
        className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_max-content] sm:items-end"
      >
        <CodeField
          label={t('connects.find.label')}
          hint={detail === 'full' ? t('connects.find.hintFull') : t('connects.find.hintMinimal')}
          name="find"
          required
          maxLength={200}
          defaultValue={find ?? ''}
        />
        <Button type="submit" look="primary">
          {t('connects.find.button')}
        </Button>
      </form>
      {find !== null && (
        <p>
          <TextLink href="/console/connects">{t('connects.find.all')}</TextLink>
        </p>
      )}
    </>
  )
}
