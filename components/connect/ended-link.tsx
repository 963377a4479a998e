import { buttonClasses } from '@/components/ui/button'
import { FormButton } from '@/components/ui/form-button'
import type { EndedState } from '@/lib/connect/page-state'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { EnteredAddress } from './lazy-parts'

/** Why a link cannot be confirmed, and the next step: the profile page, or the operator. This replaces the form. */
export function EndedLink({ t, state, profileUrl, supportUrl, actions }: ConnectPageProps<EndedState>) {
  const { linkId, remedy, retry } = state
  const hasHelp = remedy === 'tell_operator' && supportUrl !== null
  return (
    <>
      <NoticeAlert t={t} notice={state} />
      {state.reason === 'request_expired' && (
        <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />
      )}
      <div data-part="actions" className="grid gap-3">
        {hasHelp && (
          <a href={supportUrl} className={buttonClasses('primary', true)}>
            {t('support.help')}
          </a>
        )}
        <a href={profileUrl} className={buttonClasses(hasHelp ? 'secondary' : 'primary', true)}>
          {t('refused.profileLink')}
        </a>
        {retry && (
          <FormButton
            action={actions.confirm}
            fields={{ link: linkId, ...retry }}
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
