import { Alert } from '@/components/ui/alert'
import { variablesOf } from '@/lib/console/shared/open-names'
import { suspicionMessages } from '@/lib/messages/console-suspicions'
import type { Suspicion } from '@/lib/service'

/** Says what in a page does not fit what was asked for, and which variables to check. */
export function Suspicions({ suspicions }: { suspicions: readonly Suspicion[] }) {
  if (suspicions.length === 0) return null
  const { title, text } = suspicionMessages
  return (
    <Alert tone="warning" title={title}>
      {suspicions.map((suspicion) => (
        <p key={suspicion.kind}>{text(suspicion, variablesOf(suspicion))}</p>
      ))}
    </Alert>
  )
}
