import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import { consoleMessages } from '@/lib/messages/console'

/**
 * Explains why data could not be read and what to do, with the service's own text if it sent one.
 *
 * @param retryUrl - the URL of the page, for a link that tries again.
 */
export function ServiceProblem({ problem, retryUrl }: { problem: Problem; retryUrl?: Route }) {
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
      {retryUrl && (
        // Not a `Link`, so that the page is loaded anew without cached data.
        <a href={retryUrl} className={`${buttonClasses('secondary')} justify-self-start`}>
          {consoleMessages.retry}
        </a>
      )}
    </Alert>
  )
}
