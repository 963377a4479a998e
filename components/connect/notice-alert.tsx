import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert, FocusedMessage } from '@/components/ui/focused'
import type { EndedState, Notice } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { appProblemTexts, noticeTitle, reasonId, waitText, type TextOf } from './page-texts'

interface NoticeContext {
  /** Whether a signature is required. If so, the user cannot type an address, and can only change the wallet. */
  isProofRequired: boolean
  /** Whether the user has chosen a wallet app, which can be asked again. */
  isAppChosen: boolean
}

/**
 * The result of the last press and its remedy. The field itself reports an invalid address. The content never changes
 * over time, because a screen reader would read the whole alert again, so `WaitCountdown` does the counting.
 */
export function NoticeAlert({
  t,
  notice,
  ...context
}: { t: UserTexts; notice: Notice | EndedState } & Partial<NoticeContext>) {
  if (notice.kind === 'address_problem') return null
  const text = textOf(notice, context)
  if (notice.kind === 'proof_problem' || notice.kind === 'app_problem') {
    // The text about `cannot_sign` names hardware wallets itself.
    const isAboutSigning =
      notice.kind === 'proof_problem'
        ? notice.problem === 'refused'
        : context.isAppChosen && notice.problem === 'declined'
    return (
      <FocusedAlert tone="warning" title={t(...noticeTitle(notice))}>
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
        {t(...noticeTitle(notice))}
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

/** The classes of the title of a message. */
export const messageTitle = 'text-xl leading-snug font-semibold text-balance wrap-anywhere'

function textOf(
  notice: Exclude<Notice | EndedState, { kind: 'address_problem' }>,
  { isProofRequired, isAppChosen }: Partial<NoticeContext>,
): TextOf {
  switch (notice.kind) {
    case 'proof_problem':
      return [isAppChosen ? 'wallet.problem.not_signed.text' : `wallet.refused.${notice.problem}.text`]
    case 'app_problem':
      return [appProblemTexts(notice.problem).text, { wallet: notice.wallet }]
    case 'refused':
    case 'ended':
      return isProofRequired && notice.remedy === 'check_address'
        ? ['refused.anotherWallet']
        : [`refused.remedy.${notice.remedy}`]
    case 'turn_after_link': {
      const { minutes } = notice
      return minutes >= 120
        ? ['wait.afterHours', { hours: Math.ceil(minutes / 60) }]
        : ['wait.afterMinutes', { minutes }]
    }
    case 'wait':
      return notice.place === null || notice.secondsLeft === 0
        ? ['wait.linkStillWorks']
        : ['wait.place', { place: notice.place }]
    case 'too_many_attempts':
      return ['wait.linkStillWorks']
  }
}
