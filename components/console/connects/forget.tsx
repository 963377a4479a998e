import { CodeField } from '@/components/ui/code-field'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import type { ConnectsQuery } from '@/lib/console/connects/query'
import { consoleTexts } from '@/lib/skin/texts'

/** The form that deletes what is kept of a user, and what it has deleted. */
export function ForgetUser({
  find,
  forgotten,
  forget,
}: Pick<ConnectsQuery, 'find' | 'forgotten'> & { forget: (form: FormData) => Promise<void> }) {
  const t = consoleTexts()
  return (
    <>
      {forgotten && (
        <Alert tone="success" title={t('connects.forget.done', forgotten)}>
          <p>{t('connects.forget.left')}</p>
        </Alert>
      )}
      <details>
        <summary className="cursor-pointer text-sm text-muted">{t('connects.forget.title')}</summary>
        <form action={forget} className="mt-3 grid justify-items-start gap-3">
          <p>{t('connects.forget.text')}</p>
          <CodeField
            name="user"
            label={t('connects.forget.label')}
            defaultValue={find ?? ''}
            maxLength={maxSearchLength}
            required
          />
          <SubmitButton look="secondary" label={t('connects.forget.button')} busyLabel={t('connects.forget.busy')} />
        </form>
      </details>
    </>
  )
}
