import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import type { ConsoleTexts } from '@/lib/messages/keys'

/**
 * Explains why data could not be read and how to fix it, and quotes the service's own message if there is one.
 *
 * @param t - in a browser, these must include the group `problems`.
 * @param retryUrl - the URL of the page, for a link that tries again.
 */
export function ServiceProblem({
  problem: { kind, message, retryAfterSeconds, answer },
  t,
  retryUrl,
}: {
  problem: Problem
  t: ConsoleTexts
  retryUrl?: Route
}) {
  return (
    <Alert tone="danger" title={t(`problems.${kind}.title`)}>
      {message !== null && (
        <p className="wrap-anywhere">
          {t('problems.serviceSays')} <q lang="en">{message}</q>
        </p>
      )}
      <p>
        {answer !== undefined && t('problems.answer', { answer })} {t(`problems.${kind}.text`)}{' '}
        {retryAfterSeconds !== undefined && t('problems.retryAfter', { seconds: retryAfterSeconds })}
      </p>
      {retryUrl && (
        // Not a `Link`, so that the page is loaded again without cached data.
        <a href={retryUrl} className={`${buttonClasses('secondary')} justify-self-start`}>
          {t('problems.retry')}
        </a>
      )}
    </Alert>
  )
}
