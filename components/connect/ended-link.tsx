import { buttonClasses } from '@/components/ui/button'
import { FocusedMessage } from '@/components/ui/focused'
import { FormButton } from '@/components/ui/form-button'
import { errorIcon, Icon, linkIcon } from '@/components/ui/icon'
import type { EndedState } from '@/lib/connect/page-state'
import { ServiceAnswer } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { noticeTitle } from './page-texts'
import { EnteredAddress } from './lazy-parts'

/** Why a link cannot be confirmed, and the next step: the profile page, or the operator. This replaces the form. */
export function EndedLink({ t, state, profileUrl, supportUrl, actions }: ConnectPageProps<EndedState>) {
  const { linkId, remedy, retry } = state
  const isForOperator = remedy === 'tell_operator'
  return (
    <>
      <FocusedMessage className="grid gap-2">
        <span className="grid size-12 place-items-center rounded-full bg-danger-surface text-danger">
          <Icon path={isForOperator ? errorIcon : linkIcon} className="size-6" />
        </span>
        <h2 className="mt-1 text-2xl font-semibold tracking-tight text-balance break-words">
          {t(...noticeTitle(state))}
        </h2>
        <p>{t(`refused.remedy.${remedy}`)}</p>
        <ServiceAnswer t={t} message={state.message} code={state.code} />
      </FocusedMessage>
      {state.reason === 'request_expired' && (
        <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />
      )}
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
          <FormButton
            action={actions.confirm}
            fields={{
              link: linkId,
              request_id: retry.requestId,
              wallet_address: retry.walletAddress,
              signature: retry.signature,
              wallet_name: retry.walletName,
            }}
            // Never the primary button, because the result is most likely the same.
            look="secondary"
            isWide
            label={t('refused.tryAgain')}
            busyLabel={t('refused.tryingAgain')}
          />
        )}
      </div>
    </>
  )
}
