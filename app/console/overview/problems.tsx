import { unfoldIcon } from '@/components/console/shared/icons'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { TextLink } from '@/components/console/shared/text-link'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { SubmitButton } from '@/components/ui/submit-button'
import { isForTrial, severityOf, type DeploymentProblem, type ProblemToFix, type Severity } from './deployment'
import type { CheckedName } from '@/lib/console/shared/checked-names'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** Null for viewers. */
type CheckNames = (() => Promise<void>) | null

const tones: Record<Severity, BadgeTone> = { now: 'danger', soon: 'warning', hint: 'neutral' }

/**
 * The problems of this deployment, a line each, and one line for settings that are only suitable for a trial. Empty if
 * there are none.
 */
export function DeploymentProblems({
  problems,
  checkNames,
  className,
}: {
  problems: readonly DeploymentProblem[]
  checkNames: CheckNames
  className?: string | undefined
}) {
  const t = consoleTexts()
  const toFix = problems.filter((problem) => !isForTrial(problem))
  const [trial, otherTrial] = problems.filter(isForTrial)
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden', className)}>
      {toFix.length > 0 && (
        <section aria-labelledby="problems" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 id="problems" className="font-semibold">
            {t('overview.problems.title')}
          </h2>
          <ul className="divide-y divide-line rounded-skin border border-line bg-surface">
            {toFix.map((problem) => (
              <Line key={problem.kind} problem={problem} checkNames={checkNames} />
            ))}
          </ul>
        </section>
      )}
      {trial && (
        <p className="text-sm">
          <TextLink href="/console/setup">{t(`overview.trial.${otherTrial ? 'both' : trial.kind}`)}</TextLink>
        </p>
      )}
    </div>
  )
}

function Line({ problem, checkNames }: { problem: ProblemToFix; checkNames: CheckNames }) {
  const t = consoleTexts()
  const severity = severityOf(problem)
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 px-3 py-1 [&::-webkit-details-marker]:hidden">
          <Badge tone={tones[severity]}>{t(`overview.problems.severity.${severity}`)}</Badge>
          <span className="min-w-0 grow basis-56 font-medium">{titleOf(problem)}</span>
          <span className="inline-flex items-center gap-1 text-sm text-accent">
            {t('overview.problems.fix')}
            <Icon path={unfoldIcon} className="size-4 group-open:rotate-180" />
          </span>
        </summary>
        <div className="grid gap-2 px-3 pt-1 pb-3 text-sm">
          <Text problem={problem} checkNames={checkNames} />
        </div>
      </details>
    </li>
  )
}

function titleOf(problem: ProblemToFix): string {
  const t = consoleTexts()
  if (problem.kind === 'clock_off')
    return t(`overview.problems.clock_off.${problem.direction}`, { seconds: problem.seconds })
  return t(`overview.problems.${problem.kind}.title`)
}

function Text({ problem, checkNames }: { problem: ProblemToFix; checkNames: CheckNames }): ReactNode {
  const t = consoleTexts()
  switch (problem.kind) {
    case 'build_too_old':
      return (
        <p className="wrap-anywhere">
          {t('overview.problems.build_too_old.unknown', { names: consoleFormats().list(problem.unknownVariables) })}
        </p>
      )
    case 'names_unconfirmed':
      return <Names names={problem.names} checkNames={checkNames} />
    default:
      return <p>{t(`overview.problems.${problem.kind}.text`)}</p>
  }
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
