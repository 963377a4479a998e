import 'server-only'
import type { ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { unfoldIcon } from '@/components/console/icons'
import { TextLink } from '@/components/console/links'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { SubmitButton } from '@/components/ui/submit-button'
import { config, unknownVariablesHere } from '@/lib/config'
import type { Tone } from '@/lib/console/list'
import type { CheckedName } from '@/lib/console/name-checks'
import { lastClockErrorMs, maxClockErrorMs } from '@/lib/console/service-clock'
import { brand } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'

interface Props {
  names: readonly CheckedName[]
  /** Null for viewers. */
  checkNames: (() => Promise<void>) | null
}

/**
 * The problems of this deployment, a line each, the most urgent first. One more line names the settings that are only
 * suitable for a trial. Without a problem, it shows nothing. `npm run doctor` checks more, from outside.
 */
export function DeploymentProblems({ className, ...props }: Props & { className?: string }) {
  const t = consoleTexts()
  const { app, login } = config()
  const problems = problemsOf(props)
  // The configuration allows both on loopback only.
  const trial = app.isHttps ? login.isDemo && 'demo_login' : login.isDemo ? 'both' : 'not_https'
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden', className)}>
      {problems.length > 0 && (
        <section aria-labelledby="problems" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 id="problems" className="font-semibold">
            {t('overview.problems.title')}
          </h2>
          <ul className="divide-y divide-line rounded-skin border border-line bg-surface">
            {problems.map((problem) => (
              <Line key={problem.title} {...problem} />
            ))}
          </ul>
        </section>
      )}
      {trial && (
        <p className="text-sm">
          <TextLink href="/console/setup">{t(`overview.trial.${trial}`)}</TextLink>
        </p>
      )}
    </div>
  )
}

const tones = { now: 'danger', soon: 'warning', hint: 'neutral' } as const satisfies Record<string, Tone>
const severities = Object.keys(tones)

interface Problem {
  /** How soon to solve it. */
  severity: keyof typeof tones
  title: string
  remedy: ReactNode
}

function problemsOf({ names, checkNames }: Props): Problem[] {
  const t = consoleTexts()
  const clockErrorMs = lastClockErrorMs() ?? 0
  const seconds = Math.round(Math.abs(clockErrorMs) / 1000)
  const unknownVariables = unknownVariablesHere()
  const unconfirmed = names.filter(({ verdict }) => verdict?.state !== 'holds')
  const problems: (Problem | false)[] = [
    Math.abs(clockErrorMs) > maxClockErrorMs && {
      severity: 'now',
      title: t(`overview.problems.clock_off.${clockErrorMs > 0 ? 'ahead' : 'behind'}`, { seconds }),
      remedy: <p>{t('overview.problems.clock_off.text')}</p>,
    },
    unknownVariables.length > 0 && {
      severity: 'soon',
      title: t('overview.problems.build_too_old.title'),
      remedy: (
        <p className="wrap-anywhere">
          {t('overview.problems.build_too_old.unknown', { names: consoleFormats().list(unknownVariables) })}
        </p>
      ),
    },
    unconfirmed.length > 0 && {
      severity: unconfirmed.some(({ verdict }) => verdict?.state === 'wrong') ? 'now' : 'soon',
      title: t('overview.problems.names_unconfirmed.title'),
      remedy: <Names names={unconfirmed} checkNames={checkNames} />,
    },
    brand(consoleLanguage).supportUrl === null && {
      severity: 'hint',
      title: t('overview.problems.no_support_link.title'),
      remedy: <p>{t('overview.problems.no_support_link.text')}</p>,
    },
  ]
  return problems
    .filter((problem) => problem !== false)
    .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

function Line({ severity, title, remedy }: Problem) {
  const t = consoleTexts()
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 px-3 py-1 [&::-webkit-details-marker]:hidden">
          <Badge tone={tones[severity]}>{t(`overview.problems.severity.${severity}`)}</Badge>
          <span className="min-w-0 grow basis-56 font-medium">{title}</span>
          <span className="inline-flex items-center gap-1 text-sm text-accent">
            {t('overview.problems.fix')}
            <Icon path={unfoldIcon} className="size-4 group-open:rotate-180" />
          </span>
        </summary>
        <div className="grid gap-2 px-3 pt-1 pb-3 text-sm">{remedy}</div>
      </details>
    </li>
  )
}

function Names({ names, checkNames }: Props) {
  const t = consoleTexts()
  return (
    <>
      <p>{t('overview.problems.names_unconfirmed.text')}</p>
      <ul className="grid gap-1">
        {names.map(({ variable, verdict }) => (
          <li key={variable} className="wrap-anywhere">
            <span>
              <code>{variable}</code>:
            </span>{' '}
            {verdict ? (
              <span lang="en">{`${verdict.what} ${verdict.todo ?? ''}`}</span>
            ) : (
              <span>{t('overview.problems.names_unconfirmed.never')}</span>
            )}
          </li>
        ))}
      </ul>
      {checkNames && (
        <form action={checkNames}>
          <SubmitButton
            look="secondary"
            label={t('overview.problems.names_unconfirmed.check')}
            busyLabel={t('overview.problems.names_unconfirmed.checking')}
          />
        </form>
      )}
    </>
  )
}
