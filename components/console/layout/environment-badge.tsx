import { classNames } from '@/components/ui/class-names'
import { consoleTexts } from '@/lib/skin/texts'

type ServiceEnvironment = 'staging' | 'production'

/** The two environments differ in text, outline and symbol, not only in colour. Production is the quiet one. */
const styles: Record<ServiceEnvironment, { classes: string; sign: string }> = {
  staging: {
    classes: 'rounded-pill border-2 border-dashed border-warning bg-warning-surface text-sm text-warning',
    sign: '△',
  },
  production: { classes: 'rounded-small border border-line text-xs tracking-wide text-muted uppercase', sign: '■' },
}

/** Shows the environment of the service, in the same place on every page. */
export function EnvironmentBadge({ environment }: { environment: ServiceEnvironment }) {
  const t = consoleTexts()
  const { classes, sign } = styles[environment]
  return (
    <p
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 px-2 py-0.5 font-semibold whitespace-nowrap',
        classes,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      <span>
        {t(`layout.environment.${environment}.name`)}
        <span className="font-normal max-lg:sr-only"> – {t(`layout.environment.${environment}.note`)}</span>
      </span>
    </p>
  )
}
