import { CodeField } from '@/components/ui/code-field'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import type { ConnectsQuery } from '@/lib/console/connects/query'
import { consoleTexts } from '@/lib/skin/texts'

/** As long as an ID of a login can be. */
const maxUserIdLength = 255

/** The form that deletes what is kept of a user, and what it has deleted. */
export function ForgetUser({
  userId,
  forgotten,
  forget,
}: Pick<ConnectsQuery, 'forgotten'> & {
  /** The user whom the page has found; undefined where it has found none. */
  userId: string | undefined
  forget: (form: FormData) => Promise<void>
}) {
  const t = consoleTexts()
  return (
    <>
      {forgotten === 'away' && <Alert tone="danger" title={t('connects.forget.away')} />}
      {forgotten === 'nothing' && <Alert tone="warning" title={t('connects.forget.nothing')} />}
      {typeof forgotten === 'object' && (
        <Alert tone="success" title={t('connects.forget.done', { ...forgotten })}>
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
            defaultValue={userId ?? ''}
            maxLength={maxUserIdLength}
            required
          />
          <SubmitButton look="secondary" label={t('connects.forget.button')} busyLabel={t('connects.forget.busy')} />
        </form>
      </details>
    </>
  )
}
