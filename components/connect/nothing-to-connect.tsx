import { buttonClasses } from '@/components/ui/button'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { NothingHeldState } from '@/lib/connect/page-state'
import { connectMessages } from '@/lib/messages/connect'

const messages = connectMessages.nothingToConnect

/** Shown if no link can be confirmed: it was used or cancelled, or it never arrived here. */
export function NothingToConnect({
  state,
  profileUrl,
  undoAction,
}: {
  state: NothingHeldState
  profileUrl: string
  undoAction: () => Promise<void>
}) {
  return (
    <>
      <p role={state.because === 'none' ? undefined : 'status'}>{messages.because[state.because]}</p>
      <p>{messages.next}</p>
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {messages.profileLink}
      </a>
      {state.canUndo && (
        <NativeForm action={undoAction} className="text-center">
          <SubmitButton look="quiet" label={messages.undo} busyLabel={messages.undoing} />
        </NativeForm>
      )}
    </>
  )
}
