import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { SubmitButton } from '@/components/ui/submit-button'
import type { CheckedName, DeploymentProblem } from '@/lib/console/overview/problems'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

type CheckNames = () => Promise<void>

/** What is wrong with this deployment, and what to do about it; nothing where nothing is. */
export function DeploymentProblems({
  problems,
  checkNames,
  className,
}: {
  problems: readonly DeploymentProblem[]
  checkNames: CheckNames
  className?: string | undefined
}) {
  if (problems.length === 0) return null
  const t = consoleTexts()
  return (
    <section aria-labelledby="problems" className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4', className)}>
      <h2 id="problems" className="font-semibold">
        {t('overview.problems.title')}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {problems.map((problem) => (
          <li
            key={problem.kind}
            className="grid gap-2 rounded-skin border border-s-4 border-warning bg-warning-surface p-4"
          >
            <p className="font-semibold text-warning">{titleOf(problem)}</p>
            <Text problem={problem} checkNames={checkNames} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function titleOf(problem: DeploymentProblem): string {
  const t = consoleTexts()
  if (problem.kind === 'clock_off')
    return t(`overview.problems.clock_off.${problem.direction}`, { seconds: problem.seconds })
  return t(`overview.problems.${problem.kind}.title`)
}

function Text({ problem, checkNames }: { problem: DeploymentProblem; checkNames: CheckNames }): ReactNode {
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
            <code className="text-sm">{variable}</code>:{' '}
            {verdict ? (
              <span lang="en">{`${verdict.what} ${verdict.todo ?? ''}`}</span>
            ) : (
              t('overview.problems.names_unconfirmed.never')
            )}
          </li>
        ))}
      </ul>
      <form action={checkNames}>
        <SubmitButton
          look="secondary"
          label={t('overview.problems.names_unconfirmed.check')}
          busyLabel={t('overview.problems.names_unconfirmed.checking')}
        />
      </form>
    </>
  )
}
