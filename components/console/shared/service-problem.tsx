import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import { consoleMessages } from '@/lib/messages/console'
import type { ConsoleTexts } from '@/lib/messages/keys'

/**
 * Explains why data could not be read and what to do, with the service's own text if it sent one.
 *
 * @param t - in a browser it needs the texts of the group `problems`.
 * @param retryUrl - the URL of the page, for a link that tries again.
 */
export function ServiceProblem({ problem, t, retryUrl }: { problem: Problem; t?: ConsoleTexts; retryUrl?: Route }) {
  const { kind, message, retryAfterSeconds: seconds } = problem
  const words = t ? wordsOf(kind, t) : oldWordsOf(kind)
  return (
    <Alert tone="danger" title={words.title}>
      {message !== null && (
        <p className="wrap-anywhere">
          {words.serviceSays} <q lang="en">{message}</q>
        </p>
      )}
      <p>
        {words.text} {seconds !== undefined && words.retryAfter(seconds)}
      </p>
      {retryUrl && (
        // Not a `Link`, so that the page is loaded anew without cached data.
        <a href={retryUrl} className={`${buttonClasses('secondary')} justify-self-start`}>
          {words.retry}
        </a>
      )}
    </Alert>
  )
}

const wordsOf = (kind: Problem['kind'], t: ConsoleTexts) => ({
  title: t(`problems.${kind}.title`),
  text: t(`problems.${kind}.text`),
  serviceSays: t('problems.serviceSays'),
  retryAfter: (seconds: number) => t('problems.retryAfter', { seconds }),
  retry: t('problems.retry'),
})

/** For the pages whose texts are not in the catalog yet. */
const oldWordsOf = (kind: Problem['kind']) => ({ ...consoleMessages, ...consoleMessages.problems[kind] })
