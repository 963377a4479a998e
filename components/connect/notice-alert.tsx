import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedMessage } from '@/components/ui/focused'
import { errorIcon, Icon, linkIcon, waitIcon } from '@/components/ui/icon'
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
  const { isAppChosen } = context
  // The text about `cannot_sign` names hardware wallets itself.
  const isAboutSigning =
    (notice.kind === 'proof_problem' && notice.problem === 'refused') ||
    (notice.kind === 'app_problem' && isAppChosen && notice.problem === 'declined')
  const isWait = notice.kind === 'wait' || notice.kind === 'turn_after_link' || notice.kind === 'too_many_attempts'
  const isForOperator = notice.kind === 'ended' && notice.remedy === 'tell_operator'
  const isProblem = notice.kind === 'refused' || notice.kind === 'proof_problem'
  // Only the service knows what is wrong with an address.
  const isReasonFirst = notice.kind === 'refused' && notice.remedy === 'check_address' && notice.message !== null
  const reason = 'message' in notice && notice.message !== null && (
    <p
      id={reasonId}
      className={classNames('wrap-anywhere', isReasonFirst ? 'font-semibold text-danger' : 'text-sm text-muted')}
    >
      <span className="font-normal text-muted">{t('refused.serviceAnswer')}</span>{' '}
      <q lang="en" dir="auto">
        {notice.message}
      </q>
    </p>
  )
  return (
    <FocusedMessage className={messageClasses}>
      {notice.kind === 'ended' && (
        <Icon path={isForOperator ? errorIcon : linkIcon} className={`${disc} bg-danger-surface text-danger`} />
      )}
      {isWait && <Icon path={waitIcon} className={`${disc} bg-page text-muted`} />}
      {isReasonFirst && reason}
      <h2
        id={reason ? undefined : reasonId}
        className={isReasonFirst ? '' : classNames(messageTitle, 'text-lg', isProblem && 'text-danger')}
      >
        {t(...noticeTitle(notice))}
      </h2>
      <p className="text-sm">
        {'secondsLeft' in notice && notice.secondsLeft > 0 && (
          <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
        )}
        {textsOf(notice, context).map((text) => (
          <Fragment key={text[0]}>
            <span>{t(...text)}</span>{' '}
          </Fragment>
        ))}
        {isAboutSigning && <span>{t('wallet.hardwareHint')}</span>}
      </p>
      {!isReasonFirst && reason}
      {'code' in notice && notice.code !== null && <CodeToQuote t={t} code={notice.code} />}
    </FocusedMessage>
  )
}

/** The classes of a message in place of a form, of its title, and of the icon above it. */
export const messageClasses = 'grid justify-items-start gap-2'
export const messageTitle = 'leading-snug font-semibold text-balance wrap-anywhere'
export const disc = 'mb-1 size-12 rounded-full p-3'

function textsOf(
  notice: Exclude<Notice | EndedState, { kind: 'address_problem' }>,
  { isProofRequired, isAppChosen }: Partial<NoticeContext>,
): TextOf[] {
  switch (notice.kind) {
    case 'proof_problem':
      return [[isAppChosen ? 'wallet.problem.not_signed.text' : `wallet.refused.${notice.problem}.text`]]
    case 'app_problem':
      return [[appProblemTexts(notice.problem).text, { wallet: notice.wallet }]]
    case 'refused':
    case 'ended':
      return isProofRequired && notice.remedy === 'check_address'
        ? [['refused.anotherWallet']]
        : [[`refused.remedy.${notice.remedy}`]]
    case 'turn_after_link': {
      const { minutes } = notice
      return [
        minutes >= 120 ? ['wait.afterHours', { hours: Math.ceil(minutes / 60) }] : ['wait.afterMinutes', { minutes }],
      ]
    }
    case 'wait':
      return notice.place === null ? [['wait.linkStillWorks']] : [['wait.place', { place: notice.place }]]
    case 'too_many_attempts':
      return [['wait.linkStillWorks']]
  }
}
