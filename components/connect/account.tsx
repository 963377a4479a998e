import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { confirmMessages } from '@/lib/messages/connect-form'

/** Who is signed in, and a button to sign out in case it is the wrong account. */
export function Account({ name, signOut }: { name: string; signOut: () => Promise<void> }) {
  const { signedInAs, signOut: signOutLabel, signingOut } = confirmMessages
  return (
    <div className="-my-3 flex items-center gap-x-3 text-sm">
      <p className="min-w-0 break-words">
        <span className="text-muted">{signedInAs}</span> <strong className="font-semibold">{name}</strong>
      </p>
      <NativeForm action={signOut} className="shrink-0">
        <SubmitButton look="quiet" label={signOutLabel} busyLabel={signingOut} />
      </NativeForm>
    </div>
  )
}
