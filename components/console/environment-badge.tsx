import { classNames } from '@/components/ui/class-names'
import { consoleMessages } from '@/lib/messages/console'

export type ServiceEnvironment = 'staging' | 'production'

/** Told apart by words, letter case, outline and sign: whoever sees no colours sees it too. */
const looks: Record<ServiceEnvironment, { classes: string; sign: string }> = {
  staging: { classes: 'rounded-full border-2 border-dashed border-warning bg-warning-surface text-warning', sign: '△' },
  production: { classes: 'border-2 border-danger bg-danger text-page uppercase tracking-wide', sign: '■' },
}

/** Which deployment of the service this is, in the same place on every page. */
export function EnvironmentBadge({ environment }: { environment: ServiceEnvironment }) {
  const { name, note } = consoleMessages.environment[environment]
  const { classes, sign } = looks[environment]
  return (
    <p className={classNames('inline-flex items-center gap-2 px-3 py-1 text-sm font-semibold', classes)}>
      <span aria-hidden="true">{sign}</span>
      <span>
        {name}
        <span className="font-normal"> – {note}</span>
      </span>
    </p>
  )
}
