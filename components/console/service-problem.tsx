import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/problem'
import { consoleMessages } from '@/lib/messages/console'

/**
 * Why something could not be read, in plain words, the service's own where it gave some, and what to do.
 *
 * @param retryAddress - the page with its query, to be asked for once more.
 */
export function ServiceProblem({ problem, retryAddress }: { problem: Problem; retryAddress?: Route }) {
  const { title, text } = consoleMessages.problems[problem.kind]
  return (
    <Alert tone="danger" title={title}>
      {problem.message !== null && (
        <p className="wrap-anywhere">
          {consoleMessages.serviceSays} <q>{problem.message}</q>
        </p>
      )}
      <p>
        {text} {problem.retryAfterSeconds !== undefined && consoleMessages.retryAfter(problem.retryAfterSeconds)}
      </p>
      {retryAddress && (
        // Not a Link: what did not work is asked for anew, with nothing kept.
        <a href={retryAddress} className={`${buttonClasses('secondary')} justify-self-start`}>
          {consoleMessages.retry}
        </a>
      )}
    </Alert>
  )
}
