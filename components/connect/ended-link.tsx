import { buttonClasses } from '@/components/ui/button'
import { FocusedAlert, FocusedMessage } from '@/components/ui/focused'
import type { FormAction } from '@/components/ui/form-action'
import { errorIcon, Icon, linkIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { EndedState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { EnteredAddress } from './lazy-parts'
import { ServiceAnswer } from './service-answer'

/** Why a link cannot be confirmed, and its remedy. This replaces the form. */
export function EndedLink({ t, state }: { t: UserTexts; state: EndedState }) {
  return (
    <>
      <FocusedMessage className="grid gap-2">
        <span className="grid size-12 place-items-center rounded-full bg-danger-surface text-danger">
          <Icon path={state.remedy === 'tell_operator' ? errorIcon : linkIcon} className="size-6" />
        </span>
        <h2 className="mt-1 text-2xl font-semibold tracking-tight text-balance break-words">
          {t(`refused.title.${state.reason}`)}
        </h2>
        <p>{t(`refused.remedy.${state.remedy}`)}</p>
        <ServiceAnswer t={t} message={state.message} code={state.code} />
      </FocusedMessage>
      {state.reason === 'request_expired' && (
        <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />
      )}
    </>
  )
}

/** The reason and the remedy as an alert, for a user who can confirm another link. */
export function EndedAlert({ t, state }: { t: UserTexts; state: EndedState }) {
  return (
    <FocusedAlert tone="danger" title={t(`refused.title.${state.reason}`)}>
      <p>{t(`refused.remedy.${state.remedy}`)}</p>
      <ServiceAnswer t={t} message={state.message} code={state.code} />
    </FocusedAlert>
  )
}

/** The next step after a link that cannot be confirmed: the profile page, or the operator. */
export function EndedActions({
  t,
  state,
  profileUrl,
  supportUrl,
  confirmAction,
}: {
  t: UserTexts
  state: EndedState
  profileUrl: string
  /** The URL where users get help, if the operator has set it. */
  supportUrl: string | null
  confirmAction: FormAction
}) {
  const { retry } = state
  const isForOperator = state.remedy === 'tell_operator'
  return (
    <div data-part="actions" className="grid gap-3">
      {isForOperator && supportUrl !== null && (
        <a href={supportUrl} className={buttonClasses('primary', true)}>
          {t('support.help')}
        </a>
      )}
      {!isForOperator && (
        <a href={profileUrl} className={buttonClasses('primary', true)}>
          {t('refused.profileLink')}
        </a>
      )}
      {retry && (
        <NativeForm action={confirmAction}>
          <input type="hidden" name="link" value={state.linkId} />
          <input type="hidden" name="request_id" value={retry.requestId} />
          <input type="hidden" name="wallet_address" value={retry.walletAddress} />
          <input type="hidden" name="signature" value={retry.signature} />
          <input type="hidden" name="wallet_name" value={retry.walletName} />
          {/* Never the primary button, because the result is most likely the same. */}
          <SubmitButton look="secondary" isWide label={t('refused.tryAgain')} busyLabel={t('refused.tryingAgain')} />
        </NativeForm>
      )}
    </div>
  )
}
