import type { ReactNode, Ref } from 'react'
import { Detail, Details } from '@/components/console/shared/details'
import { Identifier } from '@/components/console/shared/identifier'
import { Alert } from '@/components/ui/alert'
import { Link } from '@/components/ui/link'
import type { Problem, ProblemKind } from '@/lib/console/shared/problem'
import type { SentFile } from '@/lib/console/uploads/protocol'
import { isCertainRefusal } from '@/lib/console/uploads/refusals'
import { formatCount, formatTime } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { uploadMessages } from '@/lib/messages/console-uploads'
import type { BatchUpload } from '@/lib/service'
import type { Credential } from './credential-fields'
import type { UploadOutcome } from './send-file'

const messages = uploadMessages.outcomes

/** The outcome of an upload, and what to do now. */
export function OutcomeAlert({
  ref,
  outcome,
  credential,
}: {
  ref: Ref<HTMLDivElement>
  outcome: UploadOutcome
  credential: Credential
}) {
  switch (outcome.kind) {
    case 'taken':
      return <Accepted ref={ref} {...outcome} />
    case 'sent_before':
      return <SentBefore ref={ref} earlier={outcome.earlier} />
    case 'failed':
      return <Failed ref={ref} problem={outcome.problem} credential={credential} />
    case 'cancelled':
      return <Ended ref={ref} tone="warning" isAllSent={outcome.isAllSent} {...messages.cancelled} />
    case 'broken_off':
      return <Ended ref={ref} tone="danger" isAllSent={outcome.isAllSent} {...messages.brokenOff} />
    case 'file_changed':
      return <Ended ref={ref} tone="danger" {...messages.fileChanged} />
    case 'signed_out':
      return (
        <Ended ref={ref} tone="danger" {...messages.signedOut}>
          <p>
            <a href="/console" target="_blank" rel="noopener">
              {messages.signedOut.link}
            </a>
          </p>
        </Ended>
      )
    case 'not_from_this_app': {
      const { title, tooLarge, other } = messages.notFromThisApp
      const { status } = outcome
      const text = status === 413 ? tooLarge : other
      return (
        // A proxy that gave up waiting says nothing of what the service has done.
        <Ended ref={ref} tone="danger" title={title(status)} text={text}>
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
  const { title, titleWithFailed, failedText, next, notKept, ...names } = messages.taken
  return (
    <Alert
      ref={ref}
      tone={failed > 0 ? 'warning' : 'success'}
      title={failed > 0 ? titleWithFailed(queued, failed) : title(queued)}
    >
      <Details>
        <Detail name={names.id}>
          <Identifier value={id} what={names.id} isWhole />
        </Detail>
        <Detail name={names.queued}>{formatCount(queued)}</Detail>
        <Detail name={names.failed}>{formatCount(failed)}</Detail>
      </Details>
      {failed > 0 && <p>{failedText}</p>}
      {!isKept && <p>{notKept}</p>}
      <p>{next}</p>
      <p>
        <TaskRunsLink />
      </p>
    </Alert>
  )
}

function SentBefore({ ref, earlier: { at, fileName, by, batchId } }: { ref: Ref<HTMLDivElement>; earlier: SentFile }) {
  const { title, text, noAnswer, advice, batch } = messages.sentBefore
  return (
    <Alert ref={ref} tone="warning" title={title}>
      <p className="wrap-anywhere">{text({ time: formatTime(new Date(at)), fileName, by })}</p>
      {batchId === null ? (
        <p>{noAnswer}</p>
      ) : (
        <Details>
          <Detail name={batch}>
            <Identifier value={batchId} what={batch} isWhole />
          </Detail>
        </Details>
      )}
      <p>{advice}</p>
    </Alert>
  )
}

function Failed({
  ref,
  problem: { kind, message, retryAfterSeconds },
  credential,
}: {
  ref: Ref<HTMLDivElement>
  problem: Problem
  credential: Credential
}) {
  const { title, text } = textsOf(kind, credential)
  return (
    // Where the rows may have been accepted, no advice to try again.
    <Ended ref={ref} tone="danger" title={title} text={text} isAllSent={!isCertainRefusal(kind)}>
      {message !== null && (
        <p className="wrap-anywhere">
          {consoleMessages.serviceSays} <q>{message}</q>
        </p>
      )}
      {retryAfterSeconds !== undefined && <p>{consoleMessages.retryAfter(retryAfterSeconds)}</p>}
    </Ended>
  )
}

function textsOf(kind: ProblemKind, credential: Credential): { title: string; text: string } {
  if (credential === 'jwt' && (kind === 'unauthenticated' || kind === 'forbidden')) return messages.jwtRefused
  return kind === 'timed_out' ? messages.timedOut : consoleMessages.problems[kind]
}

function MayBeAccepted() {
  return (
    <>
      <p>{messages.mayBeTaken}</p>
      <p>
        <TaskRunsLink />
      </p>
    </>
  )
}

function TaskRunsLink() {
  return <Link href="/console/task-runs">{messages.taken.link}</Link>
}

/** @param isAllSent - the whole file had been sent, so the service may have accepted it. */
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
