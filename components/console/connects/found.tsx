import { Flag } from '@/components/console/shared/flag'
import { Detail, Details } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import type { ConnectRecord } from '@/lib/records'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatTime } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { Outcome, reasonName, whatToTell } from '@/components/console/shared/connect-outcome'

/** As many as are shown whole at once; the service's data never makes more than a few of one code. */
const maxShown = 10

interface Context {
  detail: 'minimal' | 'full'
  isShared: boolean
  /** What the operator should look at, by the reason. */
  hints: Readonly<Record<string, string>>
}

/** What was found: each attempt whole, with what to tell the user and where the log has it. */
export function FoundAttempts({ attempts, ...context }: Context & { attempts: readonly ConnectRecord[] }) {
  if (attempts.length === 0) return <NotFound {...context} />
  const t = consoleTexts()
  const isCut = attempts.length > maxShown
  return (
    <section aria-labelledby="found" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="found" className="font-semibold">
        {isCut
          ? t('connects.find.foundMany', { count: maxShown })
          : t('connects.find.found', { count: attempts.length })}
      </h2>
      {attempts.slice(0, maxShown).map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} hints={context.hints} />
      ))}
    </section>
  )
}

function NotFound({ detail, isShared }: Context) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('connects.find.none.title')}>
      <p>{t('connects.find.none.text')}</p>
      {detail === 'minimal' && <p>{t('connects.find.none.minimal')}</p>}
      {!isShared && <p>{t('connects.find.none.process')}</p>}
    </EmptyState>
  )
}

function Attempt({ attempt, hints }: { attempt: ConnectRecord; hints: Context['hints'] }) {
  const t = consoleTexts()
  const { at, outcome, reason, status, code, requestId, way, isProven, durationMs, attempts } = attempt
  const { userId, walletAddress } = attempt
  const hint = reason === null ? undefined : hints[reason]
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4 sm:p-6">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Outcome outcome={outcome} />
        {reason !== null && reasonName(reason)}
      </h3>
      <Details>
        <Detail name={t('connects.attempt.tell')}>{whatToTell(reason)}</Detail>
        {hint !== undefined && (
          <Detail name={t('connects.attempt.check')}>
            <span lang="en">{hint}</span>
          </Detail>
        )}
        <Detail name={t('connects.attempt.log')}>
          {t('connects.attempt.logText')}{' '}
          <Identifier value={`"correlationId":"${code}"`} what={t('connects.attempt.logCopy')} isWhole />
        </Detail>
        <Detail name={t('connects.list.time')}>{formatTime(new Date(at))}</Detail>
        <Detail name={t('connects.list.request')}>
          <Identifier value={requestId} what={t('connects.list.requestId')} isWhole />
        </Detail>
        {userId !== undefined && (
          <Detail name={t('connects.list.user')}>
            <Identifier value={userId} what={t('connects.list.userId')} isWhole />
          </Detail>
        )}
        {walletAddress !== undefined && (
          <Detail name={t('connects.list.wallet')}>
            <Identifier
              value={walletAddress}
              what={t('connects.list.walletAddress')}
              href={pageUrl('/console/resources', { address: walletAddress })}
              isWhole
            />
          </Detail>
        )}
        {way !== undefined && <Detail name={t('connects.attempt.way')}>{t(`connects.attempt.ways.${way}`)}</Detail>}
        <Detail name={t('connects.list.proven')}>
          <Flag isSet={isProven} />
        </Detail>
        {status !== null && <Detail name={t('connects.list.status')}>{status}</Detail>}
        <Detail name={t('connects.list.duration')}>{t('connects.list.milliseconds', { count: durationMs })}</Detail>
        <Detail name={t('connects.list.calls')}>{consoleFormats().count(attempts)}</Detail>
      </Details>
    </article>
  )
}
