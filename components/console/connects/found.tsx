import { Flag } from '@/components/console/shared/flag'
import { Detail, Details } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import type { ConnectRecord } from '@/lib/connect-records'
import { formatCount, formatTime } from '@/lib/format'
import { connectsMessages } from '@/lib/messages/console-connects'
import { Outcome, reasonName, reasonTexts } from './outcome'

const { find: messages, attempt: texts, list, unknownReason } = connectsMessages

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
  const isCut = attempts.length > maxShown
  return (
    <section aria-labelledby="found" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="found" className="text-lg font-semibold">
        {isCut ? messages.foundMany(maxShown) : messages.found(attempts.length)}
      </h2>
      {attempts.slice(0, maxShown).map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} hints={context.hints} />
      ))}
    </section>
  )
}

function NotFound({ detail, isShared }: Context) {
  const { title, text, minimal, process } = messages.none
  return (
    <EmptyState title={title}>
      <p>{text}</p>
      {detail === 'minimal' && <p>{minimal}</p>}
      {!isShared && <p>{process}</p>}
    </EmptyState>
  )
}

function Attempt({ attempt, hints }: { attempt: ConnectRecord; hints: Context['hints'] }) {
  const { at, outcome, reason, status, code, requestId, isProven, durationMs, attempts } = attempt
  const { userId, walletAddress } = attempt
  const hint = reason === null ? undefined : hints[reason]
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4 sm:p-6">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Outcome outcome={outcome} />
        {reason !== null && reasonName(reason)}
      </h3>
      <Details>
        <Detail name={texts.tell}>{tellText(attempt)}</Detail>
        {hint !== undefined && <Detail name={texts.check}>{hint}</Detail>}
        <Detail name={texts.log}>
          {texts.logText} <Identifier value={`"correlationId":"${code}"`} what={texts.logCopy} isWhole />
        </Detail>
        <Detail name={list.time}>{formatTime(new Date(at))}</Detail>
        <Detail name={list.request}>
          <Identifier value={requestId} what={list.requestId} isWhole />
        </Detail>
        {userId !== undefined && (
          <Detail name={list.user}>
            <Identifier value={userId} what={list.userId} isWhole />
          </Detail>
        )}
        {walletAddress !== undefined && (
          <Detail name={list.wallet}>
            <Identifier value={walletAddress} what={list.walletAddress} isWhole />
          </Detail>
        )}
        <Detail name={list.proven}>
          <Flag isSet={isProven} />
        </Detail>
        {status !== null && <Detail name={list.status}>{status}</Detail>}
        <Detail name={list.duration}>{list.milliseconds(durationMs)}</Detail>
        <Detail name={list.calls}>{formatCount(attempts)}</Detail>
      </Details>
    </article>
  )
}

function tellText({ reason }: ConnectRecord): string {
  if (reason === null) return texts.connectedTell
  return reasonTexts(reason)?.tell ?? unknownReason
}
