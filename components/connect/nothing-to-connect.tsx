import { buttonClasses } from '@/components/ui/button'
import { FocusedMessage } from '@/components/ui/focused'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { NothingHeldState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The content for a user without a link to confirm, because it was used, was cancelled or never arrived. */
export function NothingToConnect({
  t,
  state,
  profileUrl,
  undoAction,
}: {
  t: UserTexts
  state: NothingHeldState
  profileUrl: string
  undoAction: FormAction
}) {
  const because = t(`nothingToConnect.because.${state.because}`)
  return (
    <>
      {state.because === 'none' ? <p>{because}</p> : <FocusedMessage role="status">{because}</FocusedMessage>}
      <p>{t('nothingToConnect.next')}</p>
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {t('nothingToConnect.profileLink')}
      </a>
      {state.canUndo && (
        <NativeForm action={undoAction} className="grid justify-items-center">
          <SubmitButton look="quiet" label={t('nothingToConnect.undo')} busyLabel={t('nothingToConnect.undoing')} />
        </NativeForm>
      )}
    </>
  )
}
