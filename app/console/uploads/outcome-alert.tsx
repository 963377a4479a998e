import { Detail, Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { useTimeZone } from '@/components/console/time'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { FocusedAlert } from '@/components/ui/focused'
import { Link } from '@/components/ui/link'
import { formatTime } from '@/lib/format'
import type { Credential } from '@/lib/console/batches'
import { batchPath, certainRefusals } from './protocol'
import type { UploadOutcome } from './sending'

/** An outcome of this kind. */
type Outcome<Kind extends UploadOutcome['kind']> = Extract<UploadOutcome, { kind: Kind }>

/** The outcome of an upload, and the next step. */
export function OutcomeAlert({ outcome, credential }: { outcome: UploadOutcome; credential: Credential }) {
  switch (outcome.kind) {
    case 'taken':
      return <Accepted {...outcome} />
    case 'sent_before':
      return <SentBefore {...outcome} />
    case 'not_from_this_app':
      return <NotFromThisApp {...outcome} />
    default:
      return <NotSent outcome={outcome} credential={credential} />
  }
}

function Accepted({ batch: { id, queued, failed }, isKept }: Outcome<'taken'>) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  const title = failed > 0 ? 'titleWithFailed' : 'title'
  return (
    <FocusedAlert
      tone={failed > 0 ? 'warning' : 'success'}
      title={t(`uploads.form.outcomes.taken.${title}`, { queued, failed })}
    >
      <Details>
        <Detail name={t('uploads.form.outcomes.taken.id')}>
          <Identifier value={id} what={t('uploads.form.outcomes.taken.id')} isWhole />
        </Detail>
        <Detail name={t('uploads.form.outcomes.taken.queued')}>{count(queued)}</Detail>
        <Detail name={t('uploads.form.outcomes.taken.failed')}>{count(failed)}</Detail>
      </Details>
      {failed > 0 && <p>{t('uploads.form.outcomes.taken.failedText')}</p>}
      {!isKept && <p>{t('uploads.form.outcomes.taken.notKept')}</p>}
      <p>{t('uploads.form.outcomes.taken.next')}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-2 *:inline-flex *:min-h-6 *:items-center">
        {isKept && <Link href={batchPath(id)}>{t('uploads.form.outcomes.taken.page')}</Link>}
        <TaskRunsLink />
      </p>
    </FocusedAlert>
  )
}

function SentBefore({ earlier: { at, fileName, by, batchId } }: Outcome<'sent_before'>) {
  const t = useConsoleTexts()
  const timeZone = useTimeZone()
  return (
    <FocusedAlert tone="warning" title={t('uploads.form.outcomes.sent_before.title')}>
      <p className="wrap-anywhere">
        {t('uploads.form.outcomes.sent_before.text', { time: formatTime(new Date(at), timeZone), fileName, by })}
      </p>
      {batchId === null ? (
        <p>{t('uploads.form.outcomes.sent_before.unclear')}</p>
      ) : (
        <Details>
          <Detail name={t('uploads.form.outcomes.sent_before.batch')}>
            <Identifier value={batchId} what={t('uploads.form.outcomes.sent_before.batch')} isWhole />
          </Detail>
        </Details>
      )}
      <p>{t('uploads.form.outcomes.sent_before.advice')}</p>
    </FocusedAlert>
  )
}

function NotFromThisApp({ status }: Outcome<'not_from_this_app'>) {
  const t = useConsoleTexts()
  const side = status >= 500 ? 'server' : 'client'
  return (
    <FocusedAlert tone="danger" title={t('uploads.form.outcomes.not_from_this_app.title', { side, status })}>
      <p>{t(`uploads.form.outcomes.not_from_this_app.${status === 413 ? 'tooLarge' : 'other'}`)}</p>
      {/* A proxy that stopped waiting cannot report what the service has done. */}
      {side === 'server' && <MayBeAccepted />}
    </FocusedAlert>
  )
}

type OtherOutcome = Exclude<UploadOutcome, { kind: 'taken' | 'sent_before' | 'not_from_this_app' }>

function NotSent({ outcome, credential }: { outcome: OtherOutcome; credential: Credential }) {
  const t = useConsoleTexts()
  const texts = textsOf(outcome, credential)
  const problem = outcome.kind === 'failed' ? outcome.problem : null
  // If so, no advice to try again.
  const mayBeAccepted = problem ? !certainRefusals.includes(problem.kind) : 'isAllSent' in outcome && outcome.isAllSent
  return (
    <FocusedAlert tone={outcome.kind === 'cancelled' ? 'warning' : 'danger'} title={t(`${texts}.title`)}>
      {mayBeAccepted ? <MayBeAccepted /> : <p>{t(`${texts}.text`)}</p>}
      {outcome.kind === 'signed_out' && (
        <p>
          <a href="/console" target="_blank" rel="noopener">
            {t('uploads.form.outcomes.signed_out.link')}
          </a>
        </p>
      )}
      {problem && problem.message !== null && (
        <p className="wrap-anywhere">
          {t('problems.serviceSays')} <q lang="en">{problem.message}</q>
        </p>
      )}
      {problem?.answer !== undefined && <p>{t('problems.answer', { answer: problem.answer })}</p>}
      {problem?.retryAfterSeconds !== undefined && (
        <p>{t('problems.retryAfter', { seconds: problem.retryAfterSeconds })}</p>
      )}
    </FocusedAlert>
  )
}

/** Returns the group of an outcome's title and text. */
function textsOf(outcome: OtherOutcome, credential: Credential) {
  if (outcome.kind !== 'failed') return `uploads.form.outcomes.${outcome.kind}` as const
  const { kind } = outcome.problem
  const isAboutCredential = kind === 'unauthenticated' || kind === 'forbidden'
  if (credential === 'jwt' && isAboutCredential) return 'uploads.form.outcomes.jwtRefused'
  // The deadline of an upload works differently from the deadline of other calls.
  return kind === 'timed_out' ? 'uploads.form.outcomes.timed_out' : (`problems.${kind}` as const)
}

function MayBeAccepted() {
  const t = useConsoleTexts()
  return (
    <>
      <p>{t('uploads.form.outcomes.mayBeTaken')}</p>
      <p>
        <TaskRunsLink />
      </p>
    </>
  )
}

function TaskRunsLink() {
  const t = useConsoleTexts()
  return <Link href="/console/task-runs">{t('uploads.form.outcomes.taskRuns')}</Link>
}
