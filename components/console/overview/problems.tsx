import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { SubmitButton } from '@/components/ui/submit-button'
import type { CheckedName, DeploymentProblem } from '@/lib/console/overview/problems'
import { overviewMessages } from '@/lib/messages/console-overview'

const messages = overviewMessages.problems

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
  return (
    <section aria-labelledby="problems" className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4', className)}>
      <h2 id="problems" className="text-lg font-semibold">
        {messages.title}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {problems.map((problem) => (
          <li
            key={problem.kind}
            className="grid gap-2 rounded-skin border border-l-4 border-warning bg-warning-surface p-4"
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
  if (problem.kind === 'clock_off') return messages.clock_off.title(problem.seconds, problem.direction)
  return messages[problem.kind].title
}

function Text({ problem, checkNames }: { problem: DeploymentProblem; checkNames: CheckNames }): ReactNode {
  switch (problem.kind) {
    case 'build_too_old': {
      const { unknown, actionsKey } = messages.build_too_old
      return (
        <>
          {problem.unknownVariables.length > 0 && (
            <p className="wrap-anywhere">{unknown(problem.unknownVariables.join(', '))}</p>
          )}
          {problem.lacksActionsKey && <p>{actionsKey}</p>}
        </>
      )
    }
    case 'names_unconfirmed':
      return <Names names={problem.names} checkNames={checkNames} />
    default:
      return <p>{messages[problem.kind].text}</p>
  }
}

function Names({ names, checkNames }: { names: readonly CheckedName[]; checkNames: CheckNames }) {
  const { text, never, check, checking } = messages.names_unconfirmed
  return (
    <>
      <p>{text}</p>
      <ul className="grid gap-1">
        {names.map(({ variable, verdict }) => (
          <li key={variable} className="wrap-anywhere">
            <code className="text-sm">{variable}</code>: {verdict ? `${verdict.what} ${verdict.todo ?? ''}` : never}
          </li>
        ))}
      </ul>
      <form action={checkNames}>
        <SubmitButton look="secondary" label={check} busyLabel={checking} />
      </form>
    </>
  )
}
