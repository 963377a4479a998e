import { ResultForm, type ResultAction } from '@/components/console/shared/result-form'
import { CodeField } from '@/components/ui/code-field'
import { SubmitButton } from '@/components/ui/submit-button'
import { consoleTexts } from '@/lib/skin/texts'

/** The max length of a user's ID at a login. */
const maxUserIdLength = 255

/**
 * The form that deletes the kept data of a user.
 *
 * @param userId - the only user that the page has found, or undefined.
 */
export function ForgetUser({ userId, forget }: { userId: string | undefined; forget: ResultAction }) {
  const t = consoleTexts()
  return (
    <ResultForm action={forget}>
      <details>
        <summary className="cursor-pointer text-sm text-muted">{t('connects.forget.title')}</summary>
        <div className="mt-3 grid justify-items-start gap-3">
          <p>{t('connects.forget.text')}</p>
          <CodeField
            name="user"
            label={t('connects.forget.label')}
            defaultValue={userId ?? ''}
            maxLength={maxUserIdLength}
            required
          />
          <SubmitButton look="secondary" label={t('connects.forget.button')} busyLabel={t('connects.forget.busy')} />
        </div>
      </details>
    </ResultForm>
  )
}
