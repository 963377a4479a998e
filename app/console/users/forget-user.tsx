import type { ComponentProps } from 'react'
import { AsyncContent } from '@/components/console/async-content'
import { Identifier } from '@/components/console/identifier'
import { ResultForm } from '@/components/console/result-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { consoleTexts } from '@/lib/skin/texts'
import { forgetUserAction } from './actions'
import type { readUser } from './read'
import { summaryOf } from './summary'

/**
 * The form that deletes the kept data of a user, by the ID at the operator's login or else that of the page. If several
 * users have confirmed a wallet, staff choose one. The form itself does not wait for the IDs, so it keeps its result.
 */
export function ForgetUser({
  userId,
  ...data
}: { userId: string } & Omit<ComponentProps<typeof AsyncContent<Awaited<ReturnType<typeof readUser>>>>, 'children'>) {
  const t = consoleTexts()
  return (
    <ResultForm action={forgetUserAction}>
      <details className="border-t border-line pt-3">
        <summary className="action list-none border-danger! text-danger!">{t('users.forget.title')}</summary>
        <div className="mt-3 grid max-w-prose justify-items-start gap-3">
          <p className="text-sm">{t('users.forget.text')}</p>
          <AsyncContent {...data} fallback={<></>}>
            {(user) => {
              const known = user.kind === 'user' ? summaryOf(user).loginIds : []
              const choice = known.length > 1 ? { type: 'radio', required: true } : { type: 'hidden' }
              return (known.length > 0 ? known : [userId]).map((id) => (
                <label key={id} className="flex items-center gap-2">
                  <input {...choice} name="user" value={id} />
                  <Identifier value={id} what={t('users.loginId')} hasCopy={false} isWhole />
                </label>
              ))
            }}
          </AsyncContent>
          <SubmitButton look="secondary" label={t('users.forget.button')} busyLabel={t('users.forget.busy')} />
        </div>
      </details>
    </ResultForm>
  )
}
