import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import type { Notice } from '@/lib/connect/page-state'
import { useTexts } from '@/components/texts'
import type { UserTexts } from '@/lib/messages/user-texts'
import { ServiceAnswer } from './service-answer'

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
  const t = useTexts()
  switch (notice.kind) {
    case 'proof_problem':
      return (
        <Alert ref={ref} tone="danger" title={t(`wallet.refused.${notice.problem}.title`)}>
          <p>{t(`wallet.refused.${notice.problem}.text`)}</p>
        </Alert>
      )
    case 'refused':
      return (
        <Alert ref={ref} tone="danger" title={t(`refused.title.${notice.reason}`)}>
          <p>
            {isProofRequired && notice.remedy === 'check_address'
              ? t('refused.anotherWallet')
              : t(`refused.remedy.${notice.remedy}`)}
          </p>
          <ServiceAnswer t={t} message={notice.message} code={notice.code} />
        </Alert>
      )
    case 'wait': {
      const left = secondsLeft ?? notice.secondsLeft
      return (
        <Alert ref={ref} tone="warning" title={t('wait.title')}>
          <p className="tabular-nums">
            {left === 0 ? (
              t('wait.now')
            ) : notice.pressesByItself ? (
              // Only a script presses by itself. Which of the two is shown is no matter of time, or the page would move.
              <>
                <span className="noscript:hidden">
                  {wait(t, 'turnIn', left)} {t('wait.byItself')}
                </span>
                <span className="hidden noscript:inline">{wait(t, 'pressIn', left)}</span>
              </>
            ) : (
              wait(t, 'pressIn', left)
            )}{' '}
            {left > 0 && notice.place !== null && t('wait.place', { place: notice.place })}
          </p>
          <ServiceAnswer t={t} message={notice.message} code={notice.code} />
        </Alert>
      )
    }
    case 'too_many_attempts': {
      const left = secondsLeft ?? notice.secondsLeft
      return (
        <Alert ref={ref} tone="warning" title={t('wait.tooManyAttempts')}>
          <p>{left === 0 ? t('wait.now') : `${wait(t, 'pressIn', left)} ${t('wait.linkStillWorks')}`}</p>
        </Alert>
      )
    }
    case 'offline':
      return (
        <Alert ref={ref} tone="warning" title={t('offline.title')}>
          <p>{t('offline.text')}</p>
        </Alert>
      )
  }
}

/** A time to wait: in seconds where they matter, else in minutes. */
function wait(t: UserTexts, what: 'turnIn' | 'pressIn', seconds: number): string {
  return seconds > 120
    ? t(`wait.${what}Minutes`, { minutes: Math.ceil(seconds / 60) })
    : t(`wait.${what}Seconds`, { seconds })
}
