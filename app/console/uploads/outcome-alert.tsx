import type { ReactNode, Ref } from 'react'
import { Detail, Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { useTimeZone } from '@/components/console/time'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Link } from '@/components/ui/link'
import type { Problem, ProblemKind } from '@/lib/console/problem'
import { formatTime } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { BatchUpload } from '@/lib/service'
import { batchPath, isCertainRefusal, type Credential, type SentFile } from './protocol'
import type { UploadOutcome } from './sending'

/** The outcome of an upload, and the next step. */
export function OutcomeAlert({
  ref,
  outcome,
  credential,
}: {
  ref: Ref<HTMLDivElement>
  outcome: UploadOutcome
  credential: Credential
}) {
  const t = useConsoleTexts()
  switch (outcome.kind) {
    case 'taken':
      return <Accepted ref={ref} {...outcome} />
    case 'sent_before':
      return <SentBefore ref={ref} earlier={outcome.earlier} />
    case 'failed':
      return <Failed ref={ref} problem={outcome.problem} credential={credential} />
    case 'cancelled':
    case 'broken_off':
    case 'file_changed':
    case 'signed_out': {
      const isAllSent = 'isAllSent' in outcome && outcome.isAllSent
      const tone = outcome.kind === 'cancelled' ? 'warning' : 'danger'
      return (
        <Ended ref={ref} tone={tone} isAllSent={isAllSent} {...textsOf(outcome.kind, t)}>
          {outcome.kind === 'signed_out' && (
            <p>
              <a href="/console" target="_blank" rel="noopener">
                {t('uploads.form.outcomes.signed_out.link')}
              </a>
            </p>
          )}
        </Ended>
      )
    }
    case 'not_from_this_app': {
      const { status } = outcome
      const side = status >= 500 ? 'server' : 'client'
      const title = t('uploads.form.outcomes.not_from_this_app.title', { side, status })
      const text = t(`uploads.form.outcomes.not_from_this_app.${status === 413 ? 'tooLarge' : 'other'}`)
      return (
        <Ended ref={ref} tone="danger" title={title} text={text}>
          {/* A proxy that stopped waiting cannot report what the service has done. */}
          {status >= 500 && <MayBeAccepted />}
        </Ended>
      )
    }
  }
}

function Accepted({
  ref,
  batch: { id, queued, failed },
  isKept,
}: {
  ref: Ref<HTMLDivElement>
  batch: BatchUpload
  isKept: boolean
}) {
  const t = useConsoleTexts()
  const { count } = useFormats()
  return (
    <Alert
      ref={ref}
      tone={failed > 0 ? 'warning' : 'success'}
      title={t(failed > 0 ? 'uploads.form.outcomes.taken.titleWithFailed' : 'uploads.form.outcomes.taken.title', {
        queued,
        failed,
      })}
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
    </Alert>
  )
}

function SentBefore({ ref, earlier: { at, fileName, by, batchId } }: { ref: Ref<HTMLDivElement>; earlier: SentFile }) {
  const t = useConsoleTexts()
  const timeZone = useTimeZone()
  return (
    <Alert ref={ref} tone="warning" title={t('uploads.form.outcomes.sent_before.title')}>
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
    </Alert>
  )
}

function Failed({
  ref,
  problem: { kind, message, retryAfterSeconds, answer },
  credential,
}: {
  ref: Ref<HTMLDivElement>
  problem: Problem
  credential: Credential
}) {
  const t = useConsoleTexts()
  const { title, text } = textsOfProblem(kind, credential, t)
  return (
    // No advice to try again if the service may have accepted the rows.
    <Ended ref={ref} tone="danger" title={title} text={text} isAllSent={!isCertainRefusal(kind)}>
      {message !== null && (
        <p className="wrap-anywhere">
          {t('problems.serviceSays')} <q lang="en">{message}</q>
        </p>
      )}
      {answer !== undefined && <p>{t('problems.answer', { answer })}</p>}
      {retryAfterSeconds !== undefined && <p>{t('problems.retryAfter', { seconds: retryAfterSeconds })}</p>}
    </Ended>
  )
}

function textsOfProblem(kind: ProblemKind, credential: Credential, t: ConsoleTexts): { title: string; text: string } {
  if (credential === 'jwt' && (kind === 'unauthenticated' || kind === 'forbidden')) return textsOf('jwtRefused', t)
  // The deadline of an upload works differently from the deadline of other calls.
  if (kind === 'timed_out') return textsOf('timed_out', t)
  return { title: t(`problems.${kind}.title`), text: t(`problems.${kind}.text`) }
}

function textsOf(
  outcome: 'cancelled' | 'broken_off' | 'file_changed' | 'signed_out' | 'jwtRefused' | 'timed_out',
  t: ConsoleTexts,
): { title: string; text: string } {
  return { title: t(`uploads.form.outcomes.${outcome}.title`), text: t(`uploads.form.outcomes.${outcome}.text`) }
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

/** @param isAllSent - whether the whole file was sent, so that the service may have accepted it. */
function Ended({
  ref,
  tone,
  title,
  text,
  isAllSent = false,
  children,
}: {
  ref: Ref<HTMLDivElement>
  tone: 'warning' | 'danger'
  title: string
  text: string
  isAllSent?: boolean
  children?: ReactNode
}) {
  return (
    <Alert ref={ref} tone={tone} title={title}>
      {isAllSent ? <MayBeAccepted /> : <p>{text}</p>}
      {children}
    </Alert>
  )
}
