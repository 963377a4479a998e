import { CodeField } from '@/components/ui/code-field'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import type { ConnectsQuery } from '@/lib/console/connects/query'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/skin/texts'

/** The result of deleting a user. */
export function ForgottenUser({ forgotten }: Pick<ConnectsQuery, 'forgotten'>) {
  const t = consoleTexts()
  if (forgotten === undefined) return null
  if (forgotten === 'away') return <Alert tone="danger" title={t('connects.forget.away')} />
  if (forgotten === 'nothing') return <Alert tone="warning" title={t('connects.forget.nothing')} />
  return (
    <Alert tone="success" title={t('connects.forget.done', { ...forgotten })}>
      <p>{t('connects.forget.left')}</p>
    </Alert>
  )
}

/**
 * The form that deletes the kept data of a user.
 *
 * @param userId - the only user that the page has found, or undefined.
 */
export function ForgetUser({
  userId,
  forget,
}: {
  userId: string | undefined
  forget: (form: FormData) => Promise<void>
}) {
  const t = consoleTexts()
  return (
    <details>
      <summary className="cursor-pointer text-sm text-muted">{t('connects.forget.title')}</summary>
      <form action={forget} className="mt-3 grid justify-items-start gap-3">
        <p>{t('connects.forget.text')}</p>
        <CodeField
          name="user"
          label={t('connects.forget.label')}
          defaultValue={userId ?? ''}
          maxLength={maxSearchLength}
          required
        />
        <SubmitButton look="secondary" label={t('connects.forget.button')} busyLabel={t('connects.forget.busy')} />
      </form>
    </details>
  )
}
