import { classNames } from '@/components/ui/class-names'
import { consoleTexts } from '@/lib/skin/texts'

type ServiceEnvironment = 'staging' | 'production'

/** The two differ in text, letter case, outline and sign, and not in colour alone. */
const styles: Record<ServiceEnvironment, { classes: string; sign: string }> = {
  staging: { classes: 'rounded-pill border-2 border-dashed border-warning bg-warning-surface text-warning', sign: '△' },
  production: { classes: 'border-2 border-danger bg-danger text-page uppercase tracking-wide', sign: '■' },
}

/** Shows which deployment of the service this is, in the same place on every page. */
export function EnvironmentBadge({ environment }: { environment: ServiceEnvironment }) {
  const t = consoleTexts()
  const { classes, sign } = styles[environment]
  return (
    <p className={classNames('inline-flex items-center gap-2 px-3 py-1 text-sm font-semibold', classes)}>
      <span aria-hidden="true">{sign}</span>
      <span>
        {t(`layout.environment.${environment}.name`)}
        <span className="font-normal"> – {t(`layout.environment.${environment}.note`)}</span>
      </span>
    </p>
  )
}
