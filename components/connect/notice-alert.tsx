import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import type { Notice } from '@/lib/connect/page-state'
import { refusedMessages } from '@/lib/messages/connect-form'
import { walletMessages } from '@/lib/messages/wallet'
import { ServiceAnswer } from './service-answer'

const messages = refusedMessages

/** A notice that is shown as a message; a wrong address is shown at its field. */
type ShownNotice = Exclude<Notice, { kind: 'address_problem' }> | { kind: 'offline' }

/** What the last press came to, and what to do about it. */
export function NoticeAlert({
  ref,
  notice,
  secondsLeft,
  isProofRequired,
}: {
  ref: Ref<HTMLDivElement>
  notice: ShownNotice
  /** Where it is, no address can be typed: the wallet is what can be changed. */
  isProofRequired: boolean
  /** The countdown, where a script runs one. */
  secondsLeft: number | null
}) {
  switch (notice.kind) {
    case 'proof_problem': {
      const { title, text } = walletMessages.refused[notice.problem]
      return (
        <Alert ref={ref} tone="danger" title={title}>
          <p>{text}</p>
        </Alert>
      )
    }
    case 'refused':
      return (
        <Alert ref={ref} tone="danger" title={messages.title[notice.reason]}>
          <p>
            {isProofRequired && notice.remedy === 'check_address'
              ? messages.anotherWallet
              : messages.remedy[notice.remedy]}
          </p>
          <ServiceAnswer message={notice.message} code={notice.code} />
        </Alert>
      )
    case 'wait': {
      const left = secondsLeft ?? notice.secondsLeft
      const { title, turnIn, pressIn, nowText, place, byItself } = messages.wait
      return (
        <Alert ref={ref} tone="warning" title={title}>
          <p className="tabular-nums">
            {left === 0 ? (
              nowText
            ) : notice.pressesByItself ? (
              // Only a script presses by itself. Which of the two is shown is no matter of time, or the page would move.
              <>
                <span className="noscript:hidden">
                  {turnIn(left)} {byItself}
                </span>
                <span className="hidden noscript:inline">{pressIn(left)}</span>
              </>
            ) : (
              pressIn(left)
            )}{' '}
            {left > 0 && notice.place !== null && place(notice.place)}
          </p>
          <ServiceAnswer message={notice.message} code={notice.code} />
        </Alert>
      )
    }
    case 'too_many_attempts': {
      const left = secondsLeft ?? notice.secondsLeft
      const { title, text } = messages.tooManyAttempts
      return (
        <Alert ref={ref} tone="warning" title={title}>
          <p>{left === 0 ? messages.wait.nowText : text(left)}</p>
        </Alert>
      )
    }
    case 'updated':
    case 'offline':
      return (
        <Alert ref={ref} tone="warning" title={messages[notice.kind].title}>
          <p>{messages[notice.kind].text}</p>
        </Alert>
      )
  }
}
