import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert } from '@/components/ui/alert'
import { FocusedMessage } from '@/components/ui/focused'
import type { UserTexts } from '@/lib/messages/user-texts'
import { noticeOf, noticeTexts, reasonId, waitText, type NoticeState } from './page-texts'

/**
 * The last press and its remedy. It never changes over time, because a screen reader would read all of it again.
 *
 * @param props.Heading - of a message that is not the page's own.
 */
export function NoticeAlert(props: { t: UserTexts; state: NoticeState; Heading?: 'h1' | 'h2'; hasCopy?: boolean }) {
  const { t, state, Heading = 'h1', hasCopy = true } = props
  const notice = noticeOf(state)
  const { title, text } = noticeTexts(state)
  if (!notice || !text) return null
  if (notice.kind === 'proof_problem' || notice.kind === 'app_problem') {
    // The text about `cannot_sign` names hardware wallets itself.
    const isAboutSigning =
      notice.kind === 'proof_problem'
        ? notice.problem === 'refused'
        : state.kind === 'app' && notice.problem === 'declined'
    return (
      <FocusedAlert tone="warning" title={t(...title)}>
        <p>
          <span>{t(...text)}</span> {isAboutSigning && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </FocusedAlert>
    )
  }
  const reason = 'message' in notice && notice.message
  const code = 'code' in notice && notice.code
  return (
    <FocusedMessage className="message">
      <Heading>{t(...title)}</Heading>
      <p id={reason ? undefined : reasonId}>
        {'secondsLeft' in notice && notice.secondsLeft > 0 && (
          <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
        )}
        <span data-place={text[0] === 'wait.place' || undefined}>{t(...text)}</span>
      </p>
      <div className="message-details">
        {reason && (
          <p id={reasonId} className="text-sm wrap-anywhere text-muted">
            {t('refused.serviceAnswer')}{' '}
            <q
              lang="en"
              dir="auto"
              {...(reason.length > 200 && { tabIndex: 0, className: 'block max-h-20 overflow-y-auto' })}
            >
              {reason}
            </q>
          </p>
        )}
        {code && <CodeToQuote t={t} code={code} hasCopy={hasCopy} />}
      </div>
    </FocusedMessage>
  )
}
