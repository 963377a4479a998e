import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { connectMessages } from '@/lib/messages/connect'

/** Who is signed in, and a button to sign out in case it is the wrong account. */
export function Account({ name, signOut }: { name: string; signOut: () => Promise<void> }) {
  const { signedInAs, signOut: signOutLabel, signingOut } = connectMessages.confirm
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-4">
      <p className="min-w-0">
        <span className="text-muted">{signedInAs}</span> <strong className="font-semibold break-words">{name}</strong>
      </p>
      <NativeForm action={signOut}>
        <SubmitButton look="quiet" label={signOutLabel} busyLabel={signingOut} />
      </NativeForm>
    </div>
  )
}
