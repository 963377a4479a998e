import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import type { Notice } from '@/lib/connect/page-state'
import { useTexts } from '@/components/texts'
import { ServiceAnswer } from './service-answer'
import { waitText } from './wait-text'

/** A notice that is shown as a message; a wrong address is shown at its field. */
type ShownNotice = Exclude<Notice, { kind: 'address_problem' }> | { kind: 'offline' }

/**
 * What the last press came to, and what to do about it. Nothing in it changes with time, since a screen reader reads all
 * of an alert again then: `WaitCountdown` counts.
 */
export function NoticeAlert({
  ref,
  notice,
  isProofRequired,
}: {
  ref: Ref<HTMLDivElement>
  notice: ShownNotice
  /** Where it is, no address can be typed: the wallet is what can be changed. */
  isProofRequired: boolean
}) {
  const t = useTexts()
  switch (notice.kind) {
    case 'proof_problem':
      return (
        <Alert ref={ref} autoFocus tone="danger" title={t(`wallet.refused.${notice.problem}.title`)}>
          <p>{t(`wallet.refused.${notice.problem}.text`)}</p>
        </Alert>
      )
    case 'refused':
      return (
        <Alert ref={ref} autoFocus tone="danger" title={t(`refused.title.${notice.reason}`)}>
          <p>
            {isProofRequired && notice.remedy === 'check_address'
              ? t('refused.anotherWallet')
              : t(`refused.remedy.${notice.remedy}`)}
          </p>
          <ServiceAnswer t={t} message={notice.message} code={notice.code} />
        </Alert>
      )
    case 'wait':
    case 'too_many_attempts':
      return (
        <Alert
          ref={ref}
          autoFocus
          tone="warning"
          title={t(notice.kind === 'wait' ? 'wait.title' : 'wait.tooManyAttempts')}
        >
          <p>
            {notice.secondsLeft > 0 && (
              <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
            )}
            {t('wait.linkStillWorks')}{' '}
            {notice.kind === 'wait' && notice.place !== null && t('wait.place', { place: notice.place })}
          </p>
          {notice.kind === 'wait' && <ServiceAnswer t={t} message={notice.message} code={notice.code} />}
        </Alert>
      )
    case 'offline':
      return (
        <Alert ref={ref} autoFocus tone="warning" title={t('offline.title')}>
          <p>{t('offline.text')}</p>
        </Alert>
      )
  }
}
