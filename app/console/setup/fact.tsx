import type { ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { config } from '@/lib/config'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * The states of facts. The ones without a tone are quiet. `problem` is only for what breaks in this environment: what is
 * fine on a machine for trials has no state, and a note.
 */
const tones = { ok: null, todo: 'warning', problem: 'danger', unknown: null, never: null } as const
type State = keyof typeof tones

/** A fact in words, the variable that sets it, its state if it can be wrong, and what to do. */
export function Fact({
  id,
  name,
  variable,
  state,
  note,
  children,
}: {
  id?: string
  name: ConsoleTextKey
  variable?: string
  state?: State | undefined
  note?: ReactNode
  children: ReactNode
}) {
  const t = consoleTexts()
  const tone = state && tones[state]
  return (
    <div
      id={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 text-sm sm:grid-cols-[10.75rem_minmax(0,1fr)_auto]"
    >
      <dt className="max-sm:col-span-2">
        <span>{t(name)}</span>
        {variable && <code className="block text-xs break-all text-muted">{variable}</code>}
      </dt>
      <dd className="grid min-w-0 content-start justify-items-start gap-0.5 break-words">
        <div className="max-w-full">{children}</div>
        {note && <p className="text-muted">{note}</p>}
      </dd>
      {state && (
        <dd className="text-muted">
          {tone ? <Badge tone={tone}>{t(`setup.states.${state}`)}</Badge> : t(`setup.states.${state}`)}
        </dd>
      )}
    </div>
  )
}

/** The state and the note of a setting that is only for trials. */
export function trialOf(
  isTrial: boolean,
  inProduction: State,
  remedy: string,
): { state: State | undefined; note?: string } {
  if (!isTrial) return { state: 'ok' }
  if (config().service.environment === 'production') return { state: inProduction, note: remedy }
  return { state: undefined, note: consoleTexts()('setup.local') }
}
