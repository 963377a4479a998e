import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/shared/problem'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { TextLink } from './text-link'

/**
 * Explains why data could not be read and how to fix it, and quotes the service's own message if there is one.
 *
 * @param t - in a browser, these must include the group `problems`.
 * @param retryUrl - the URL of the page, for a link that tries again.
 * @param firstPageUrl - the URL of the list's first page, if this is another page.
 */
export function ServiceProblem({
  problem: { kind, message, retryAfterSeconds, answer, mayBePastEnd },
  t,
  retryUrl,
  firstPageUrl,
}: {
  problem: Problem
  t: ConsoleTexts
  retryUrl?: Route
  firstPageUrl?: Route | undefined
}) {
  return (
    <Alert tone="danger" title={t(`problems.${kind}.title`)}>
      {message !== null && (
        <p className="wrap-anywhere">
          {t('problems.serviceSays')} <q lang="en">{message}</q>
        </p>
      )}
      <p>
        {answer !== undefined && <span>{t('problems.answer', { answer })} </span>}
        <span>{t(`problems.${kind}.text`)}</span>{' '}
        {retryAfterSeconds !== undefined && <span>{t('problems.retryAfter', { seconds: retryAfterSeconds })}</span>}
      </p>
      {mayBePastEnd && firstPageUrl && (
        <p>
          {t('problems.pastEnd')} <TextLink href={firstPageUrl}>{t('problems.firstPage')}</TextLink>
        </p>
      )}
      {/* Only another address helps, so there is no point in trying again. */}
      {retryUrl && kind !== 'wallet_not_found' && (
        // Not a `Link`, so that the page is loaded again without cached data.
        <a href={retryUrl} className={`${buttonClasses('secondary')} justify-self-start`}>
          {t('problems.retry')}
        </a>
      )}
    </Alert>
  )
}
