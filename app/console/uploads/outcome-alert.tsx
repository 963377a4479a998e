import type { ReactNode } from 'react'
import { Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { useTimeZone } from '@/components/console/time'
import { Verdict } from '@/components/console/verdict'
import { useConsoleTexts } from '@/components/texts'
import { Link } from '@/components/ui/link'
import { formatTime } from '@/lib/format'
import type { Credential } from '@/lib/console/batches'
import { oneUrl } from '@/lib/console/page-url'
import { certainRefusals, type UploadOutcome } from './post-file'

type Outcome<Kind extends UploadOutcome['kind']> = Extract<UploadOutcome, { kind: Kind }>

/** `children`: the rows that may be those that failed. */
export function OutcomeAlert({
  outcome,
  credential,
  children,
}: {
  outcome: UploadOutcome
  credential: Credential
  children?: ReactNode
}) {
  const t = useConsoleTexts()
  if (outcome.kind === 'taken') return <Accepted {...outcome}>{children}</Accepted>
  if (outcome.kind === 'sent_before') return <SentBefore {...outcome} />
  if (outcome.kind === 'failed') return <Failed {...outcome} credential={credential} />
  if (outcome.kind === 'not_from_this_app') {
    const { status } = outcome
    const side = status >= 500 ? 'server' : 'client'
    return (
      <Verdict tone="danger" title={t('uploads.form.outcomes.not_from_this_app.title', { side, status })}>
        <p>{t(`uploads.form.outcomes.not_from_this_app.${status === 413 ? 'tooLarge' : 'other'}`)}</p>
        {/* A proxy that stopped waiting cannot report what the service has done. */}
        {side === 'server' && <MayBeAccepted />}
      </Verdict>
    )
  }
  const { kind } = outcome
  return (
    <Verdict tone={kind === 'cancelled' ? 'warning' : 'danger'} title={t(`uploads.form.outcomes.${kind}.title`)}>
      {'isAllSent' in outcome && outcome.isAllSent ? (
        <MayBeAccepted />
      ) : (
        <p>{outcome.kind === 'refused' ? outcome.text : t(`uploads.form.outcomes.${outcome.kind}.text`)}</p>
      )}
      {kind === 'signed_out' && (
        <p>
          <a href="/console" target="_blank" rel="noopener">
            {t('uploads.form.outcomes.signed_out.link')}
          </a>
        </p>
      )}
    </Verdict>
  )
}

function Accepted({ batch: { id, queued, failed }, isKept, children }: Outcome<'taken'> & { children: ReactNode }) {
  const t = useConsoleTexts()
  return (
    <Verdict
      tone={failed > 0 ? 'warning' : 'success'}
      title={t('uploads.form.outcomes.taken.title', { queued, failed })}
    >
      <BatchId id={id} />
      {failed > 0 && (
        <>
          <p>{t('uploads.form.outcomes.taken.failedText')}</p>
          {children}
        </>
      )}
      {!isKept && <p>{t('uploads.form.outcomes.taken.notKept')}</p>}
      <p>{t('uploads.form.outcomes.taken.next')}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-2 *:inline-flex *:min-h-6 *:items-center">
        {isKept && <Link href={oneUrl('uploads', id)}>{t('uploads.form.outcomes.taken.page')}</Link>}
        <TaskRunsLink />
      </p>
    </Verdict>
  )
}

function SentBefore({ earlier: { at, fileName, by, batchId } }: Outcome<'sent_before'>) {
  const t = useConsoleTexts()
  const time = formatTime(new Date(at), useTimeZone())
  return (
    <Verdict tone="warning" title={t('uploads.form.outcomes.sent_before.title')}>
      <p className="wrap-anywhere">{t('uploads.form.outcomes.sent_before.text', { time, fileName, by })}</p>
      {batchId === null ? <p>{t('uploads.form.outcomes.sent_before.unclear')}</p> : <BatchId id={batchId} />}
      <p>{t('uploads.form.outcomes.sent_before.advice')}</p>
    </Verdict>
  )
}

function BatchId({ id }: { id: string }) {
  const name = useConsoleTexts()('uploads.form.outcomes.batch')
  return <Details fields={{ [name]: <Identifier value={id} what={name} isWhole /> }} />
}

function Failed({ problem, credential }: Outcome<'failed'> & { credential: Credential }) {
  const { kind, message, answer, retryAfterSeconds } = problem
  const t = useConsoleTexts()
  const isJwtRefused = credential === 'jwt' && (kind === 'unauthenticated' || kind === 'forbidden')
  // The deadline of an upload works differently from the deadline of other calls.
  const ownTexts = isJwtRefused ? 'jwtRefused' : kind === 'timed_out' ? kind : null
  const texts = ownTexts ? (`uploads.form.outcomes.${ownTexts}` as const) : (`problems.${kind}` as const)
  return (
    <Verdict tone="danger" title={t(`${texts}.title`)}>
      {/* Instead of the advice to try again. */}
      {certainRefusals.includes(kind) ? <p>{t(`${texts}.text`)}</p> : <MayBeAccepted />}
      {message !== null && (
        <p className="wrap-anywhere">
          {t('problems.serviceSays')} <q lang="en">{message}</q>
        </p>
      )}
      {answer !== undefined && <p>{t('problems.answer', { answer })}</p>}
      {retryAfterSeconds !== undefined && <p>{t('problems.retryAfter', { seconds: retryAfterSeconds })}</p>}
    </Verdict>
  )
}

const MayBeAccepted = () => (
  <p>
    {useConsoleTexts()('uploads.form.outcomes.mayBeTaken')} <TaskRunsLink />
  </p>
)

const TaskRunsLink = () => <Link href="/console/task-runs">{useConsoleTexts()('uploads.form.outcomes.taskRuns')}</Link>
