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
import { checkedNames, type CheckedName } from '@/lib/console/checked-names'
import { lastClockErrorMs, maxClockErrorMs } from '@/lib/console/service-clock'
import { brand } from '@/lib/skin'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'

/** The facts about this deployment that can be a problem. */
export interface DeploymentFacts {
  origin: string
  isDemoLogin: boolean
  supportUrl: string | null
  /** Milliseconds that this machine's clock is ahead of the service's; null if unknown. */
  clockErrorMs: number | null
  /** Variables that are set but do not exist in this build. */
  unknownVariables: readonly string[]
  names: readonly CheckedName[]
}

/** Reads the current facts about this deployment, without a call to the service. */
export async function deploymentFacts(): Promise<DeploymentFacts> {
  const { app, login, service } = config()
  return {
    origin: app.origin,
    isDemoLogin: login.isDemo,
    supportUrl: brand('en').supportUrl,
    clockErrorMs: lastClockErrorMs(),
    unknownVariables: unknownVariablesHere(),
    names: await checkedNames(store(), { service }),
  }
}

/** Null for viewers. */
type CheckNames = (() => Promise<void>) | null

/**
 * The problems of this deployment, a line each, the most urgent first. One more line names the settings that are only
 * suitable for a trial. Without a problem, it shows nothing. `npm run doctor` checks more, from outside.
 */
export function DeploymentProblems({
  facts,
  checkNames,
  className,
}: {
  facts: DeploymentFacts
  checkNames: CheckNames
  className?: string | undefined
}) {
  const t = consoleTexts()
  const problems = problemsOf(facts, checkNames)
  // The configuration allows both on loopback only.
  const [trial, otherTrial] = [
    !facts.origin.startsWith('https:') && ('not_https' as const),
    facts.isDemoLogin && ('demo_login' as const),
  ].filter((each) => each !== false)
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
          <TextLink href="/console/setup">{t(`overview.trial.${otherTrial ? 'both' : trial}`)}</TextLink>
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

function problemsOf({ clockErrorMs, unknownVariables, supportUrl, names }: DeploymentFacts, checkNames: CheckNames) {
  const t = consoleTexts()
  const problems: Problem[] = []
  if (clockErrorMs !== null && Math.abs(clockErrorMs) > maxClockErrorMs) {
    const seconds = Math.round(Math.abs(clockErrorMs) / 1000)
    problems.push({
      severity: 'now',
      title: t(`overview.problems.clock_off.${clockErrorMs > 0 ? 'ahead' : 'behind'}`, { seconds }),
      remedy: <p>{t('overview.problems.clock_off.text')}</p>,
    })
  }
  if (unknownVariables.length > 0) {
    const list = consoleFormats().list(unknownVariables)
    problems.push({
      severity: 'soon',
      title: t('overview.problems.build_too_old.title'),
      remedy: <p className="wrap-anywhere">{t('overview.problems.build_too_old.unknown', { names: list })}</p>,
    })
  }
  const unconfirmed = names.filter(({ verdict }) => verdict?.state !== 'holds')
  if (unconfirmed.length > 0) {
    problems.push({
      severity: unconfirmed.some(({ verdict }) => verdict?.state === 'wrong') ? 'now' : 'soon',
      title: t('overview.problems.names_unconfirmed.title'),
      remedy: <Names names={unconfirmed} checkNames={checkNames} />,
    })
  }
  if (supportUrl === null) {
    problems.push({
      severity: 'hint',
      title: t('overview.problems.no_support_link.title'),
      remedy: <p>{t('overview.problems.no_support_link.text')}</p>,
    })
  }
  return problems.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
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

function Names({ names, checkNames }: { names: readonly CheckedName[]; checkNames: CheckNames }) {
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
