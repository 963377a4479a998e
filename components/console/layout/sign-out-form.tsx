'use client'

import { useConsoleTexts } from '@/components/texts'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { lookUpsKey } from '@/lib/console/layout/look-ups-key'

/** Signs out, and deletes the earlier look-ups from this browser, because the next user may be another person. */
export function SignOutForm({ action }: { action: FormAction }) {
  const t = useConsoleTexts()
  return (
    // Next's script would drop the cookie that the sign-in page sets.
    <NativeForm action={action} beforeSend={forgetLookUps}>
      <SubmitButton look="quiet" label={t('layout.signOut')} busyLabel={t('layout.signingOut')} />
    </NativeForm>
  )
}

function forgetLookUps() {
  try {
    localStorage.removeItem(lookUpsKey)
  } catch {
    // The browser stores nothing.
  }
}
