import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The signed-in user, and a button to sign out of a wrong account. */
export function Account({ t, name, signOut }: { t: UserTexts; name: string; signOut: FormAction }) {
  return (
    <div className="-my-3 flex min-h-11 items-center justify-between gap-x-3 text-sm">
      <p className="min-w-0 break-words">
        <span className="text-muted">{t('confirm.signedInAs')}</span> <bdi className="font-semibold">{name}</bdi>
      </p>
      <NativeForm action={signOut} className="grid shrink-0">
        <SubmitButton look="quiet" label={t('confirm.signOut')} busyLabel={t('confirm.signingOut')} />
      </NativeForm>
    </div>
  )
}
