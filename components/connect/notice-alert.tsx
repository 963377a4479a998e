import { FocusedAlert } from '@/components/ui/focused'
import { SigningHint } from '@/components/wallet/signing-hint'
import type { Notice } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { appProblemTexts } from './app-problem-text'
import { ServiceAnswer } from './service-answer'
import { waitText } from './wait-text'

/**
 * The result of the last press and its remedy. The field itself reports an invalid address. The content never changes
 * over time, because a screen reader would read the whole alert again, so `WaitCountdown` does the counting.
 */
export function NoticeAlert({
  t,
  notice,
  isProofRequired,
  isAppChosen,
}: {
  t: UserTexts
  notice: Notice
  /** Whether a signature is required. If so, the user cannot type an address, and can only change the wallet. */
  isProofRequired: boolean
  /** Whether the user has chosen a wallet app, which can be asked again. */
  isAppChosen: boolean
}) {
  switch (notice.kind) {
    case 'address_problem':
      return null
    case 'proof_problem':
      return (
        <FocusedAlert tone="danger" title={t(`wallet.refused.${notice.problem}.title`)}>
          <p>
            <span>
              {isAppChosen ? t('wallet.problem.not_signed.text') : t(`wallet.refused.${notice.problem}.text`)}
            </span>{' '}
            {notice.problem === 'refused' && (
              <SigningHint t={t} problem={notice.problem} isRequired={isProofRequired} />
            )}
          </p>
        </FocusedAlert>
      )
    case 'app_problem': {
      const { title, text } = appProblemTexts(notice.problem)
      return (
        <FocusedAlert tone="warning" title={t(title, { wallet: notice.wallet })}>
          <p>
            <span>{t(text, { wallet: notice.wallet })}</span>{' '}
            {isAppChosen && ['declined', 'cannot_sign'].includes(notice.problem) && (
              <SigningHint t={t} problem={notice.problem} isRequired={isProofRequired} />
            )}
          </p>
        </FocusedAlert>
      )
    }
    case 'refused':
      return (
        <FocusedAlert tone="danger" title={t(`refused.title.${notice.reason}`)}>
          <p>
            {isProofRequired && notice.remedy === 'check_address'
              ? t('refused.anotherWallet')
              : t(`refused.remedy.${notice.remedy}`)}
          </p>
          <ServiceAnswer t={t} message={notice.message} code={notice.code} />
        </FocusedAlert>
      )
    case 'turn_after_link': {
      const { minutes } = notice
      const isHours = minutes >= 120
      return (
        <FocusedAlert tone="warning" title={t('wait.title')}>
          <p>
            <span>
              {isHours ? t('wait.afterHours', { hours: Math.ceil(minutes / 60) }) : t('wait.afterMinutes', { minutes })}
            </span>{' '}
            <span>{t('refused.remedy.press_connect_again')}</span>
          </p>
          <ServiceAnswer t={t} message={notice.message} code={notice.code} />
        </FocusedAlert>
      )
    }
    case 'wait':
    case 'too_many_attempts':
      return (
        <FocusedAlert tone="warning" title={t(notice.kind === 'wait' ? 'wait.title' : 'wait.tooManyAttempts')}>
          <p>
            {notice.secondsLeft > 0 && (
              <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
            )}
            <span>{t('wait.linkStillWorks')}</span>{' '}
            {notice.kind === 'wait' && notice.place !== null && <span>{t('wait.place', { place: notice.place })}</span>}
          </p>
          {notice.kind === 'wait' && <ServiceAnswer t={t} message={notice.message} code={notice.code} />}
        </FocusedAlert>
      )
  }
}
