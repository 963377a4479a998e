import type { ReactNode } from 'react'
import type { Route } from 'next'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Problem } from '@/lib/console/problem'
import { consoleTexts } from '@/lib/skin/texts'
import { TextLink } from './links'

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-skin border border-line bg-surface p-4 text-sm">
      <p className="text-base font-semibold">{title}</p>
      {children}
    </div>
  )
}

export function Note({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-4 border-s-4 border-warning ps-3 text-sm">{children}</p>
}

export function UnreadableRows({ count }: { count: number }) {
  return count > 0 && <Note>{consoleTexts()('shared.unreadable', { count })}</Note>
}

/** `firstPageUrl`: the list's first page, if this is another one. */
export function ServiceProblem({
  problem: { kind, message, retryAfterSeconds, answer, mayBePastEnd },
  retryUrl,
  firstPageUrl,
}: {
  problem: Problem
  retryUrl?: Route
  firstPageUrl?: Route | undefined
}) {
  const t = consoleTexts()
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
      {(kind === 'unauthenticated' || kind === 'forbidden') && (
        <p>
          <TextLink href="/console/setup#key">{t('problems.checkKey')}</TextLink>
        </p>
      )}
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
