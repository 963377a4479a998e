import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert, FocusedMessage } from '@/components/ui/focused'
import type { EndedState, Notice } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { noticeTexts, reasonId, waitText, type NoticeContext } from './page-texts'

/** The last press and its remedy. It never changes over time, because a screen reader would read all of it again. */
export function NoticeAlert({ t, notice, ...context }: { t: UserTexts; notice: Notice | EndedState } & NoticeContext) {
  const { title, text } = noticeTexts(notice, context)
  if (!text) return null
  if (notice.kind === 'proof_problem' || notice.kind === 'app_problem') {
    // The text about `cannot_sign` names hardware wallets itself.
    const isAboutSigning =
      notice.kind === 'proof_problem'
        ? notice.problem === 'refused'
        : context.isAppChosen && notice.problem === 'declined'
    return (
      <FocusedAlert tone="warning" title={t(...title)}>
        <p>
          <span>{t(...text)}</span> {isAboutSigning && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </FocusedAlert>
    )
  }
  // Only the service knows what is wrong with an address.
  const isReasonFirst = notice.kind === 'refused' && notice.remedy === 'check_address' && notice.message !== null
  const reason = 'message' in notice && notice.message !== null && (
    // As wide as the message, so that nothing moves while it arrives.
    <p id={reasonId} className={isReasonFirst ? `w-full ${messageTitle}` : 'text-sm wrap-anywhere text-muted'}>
      <span className={isReasonFirst ? 'block text-sm font-normal text-muted' : ''}>{t('refused.serviceAnswer')}</span>{' '}
      <q
        lang="en"
        dir="auto"
        {...(notice.message.length > 200 && { tabIndex: 0, className: 'block max-h-20 overflow-y-auto' })}
      >
        {notice.message}
      </q>
    </p>
  )
  return (
    <FocusedMessage className="message">
      {isReasonFirst && reason}
      <h2 id={reason ? undefined : reasonId} className={isReasonFirst ? '-mb-1.5 text-sm font-semibold' : messageTitle}>
        {t(...title)}
      </h2>
      <p className="text-sm">
        {'secondsLeft' in notice && notice.secondsLeft > 0 && (
          <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
        )}
        <span data-place={text[0] === 'wait.place' || undefined}>{t(...text)}</span>
      </p>
      <div className="message-details">
        {!isReasonFirst && reason}
        {'code' in notice && notice.code !== null && <CodeToQuote t={t} code={notice.code} />}
      </div>
    </FocusedMessage>
  )
}

export const messageTitle = 'text-xl leading-snug font-semibold text-balance wrap-anywhere'
