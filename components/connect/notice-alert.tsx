import { Fragment } from 'react'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedAlert } from '@/components/ui/focused'
import { SigningHint } from '@/components/wallet/signing-hint'
import type { EndedState, Notice } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { appProblemTexts, noticeTitle, waitText, type TextOf } from './page-texts'

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
  isProofRequired = false,
  isAppChosen = false,
}: { t: UserTexts; notice: Notice | EndedState } & Partial<NoticeContext>) {
  if (notice.kind === 'address_problem') return null
  const isDanger = notice.kind === 'proof_problem' || notice.kind === 'refused' || notice.kind === 'ended'
  const isAboutSigning =
    (notice.kind === 'proof_problem' && notice.problem === 'refused') ||
    (notice.kind === 'app_problem' && isAppChosen && ['declined', 'cannot_sign'].includes(notice.problem))
  return (
    <FocusedAlert tone={isDanger ? 'danger' : 'warning'} title={t(...noticeTitle(notice))}>
      <p>
        {'secondsLeft' in notice && notice.secondsLeft > 0 && (
          <span className="hidden noscript:inline">{waitText(t, 'pressIn', notice.secondsLeft)} </span>
        )}
        {textsOf(notice, { isProofRequired, isAppChosen }).map((text) => (
          <Fragment key={text[0]}>
            <span>{t(...text)}</span>{' '}
          </Fragment>
        ))}
        {isAboutSigning && <SigningHint t={t} problem={notice.problem} isRequired={isProofRequired} />}
      </p>
      {'message' in notice && <ServiceAnswer t={t} message={notice.message} code={notice.code} />}
    </FocusedAlert>
  )
}

function textsOf(
  notice: Exclude<Notice | EndedState, { kind: 'address_problem' }>,
  { isProofRequired, isAppChosen }: NoticeContext,
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
      const when: TextOf =
        minutes >= 120 ? ['wait.afterHours', { hours: Math.ceil(minutes / 60) }] : ['wait.afterMinutes', { minutes }]
      return [when, ['refused.remedy.press_connect_again']]
    }
    case 'wait':
      return notice.place === null
        ? [['wait.linkStillWorks']]
        : [['wait.linkStillWorks'], ['wait.place', { place: notice.place }]]
    case 'too_many_attempts':
      return [['wait.linkStillWorks']]
  }
}

/** The message of the service, marked as such, and the code to quote to the operator. */
export function ServiceAnswer({ t, message, code }: { t: UserTexts; message: string | null; code: string | null }) {
  return (
    <>
      {message !== null && (
        <p className="border-s-2 border-control-line ps-3 text-sm wrap-anywhere">
          <span className="text-muted">{t('refused.serviceAnswer')}</span>{' '}
          <q lang="en" dir="auto">
            {message}
          </q>
        </p>
      )}
      {code !== null && <CodeToQuote t={t} code={code} />}
    </>
  )
}
