import { buttonClasses } from '@/components/ui/button'
import { FocusedAlert, FocusedMessage } from '@/components/ui/focused'
import { errorIcon, Icon, linkIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { brand } from '@/lib/brand'
import type { EndedState } from '@/lib/connect/page-state'
import { refusedMessages } from '@/lib/messages/connect-form'
import { ServiceAnswer } from './service-answer'

const messages = refusedMessages

/** Why a link cannot be confirmed, and the one thing that helps: this takes the place of the form. */
export function EndedLink({ state }: { state: EndedState }) {
  return (
    <FocusedMessage className="grid gap-2">
      <span className="grid size-12 place-items-center rounded-full bg-danger-surface text-danger">
        <Icon path={state.remedy === 'tell_operator' ? errorIcon : linkIcon} className="size-6" />
      </span>
      <h2 className="mt-1 text-2xl font-semibold tracking-tight text-balance break-words">
        {messages.title[state.reason]}
      </h2>
      <p>{messages.remedy[state.remedy]}</p>
      <ServiceAnswer message={state.message} code={state.code} />
    </FocusedMessage>
  )
}

/** The same beside another link, which can be confirmed. */
export function EndedAlert({ state }: { state: EndedState }) {
  return (
    <FocusedAlert tone="danger" title={messages.title[state.reason]}>
      <p>{messages.remedy[state.remedy]}</p>
      <ServiceAnswer message={state.message} code={state.code} />
    </FocusedAlert>
  )
}

/** The way on from a link that cannot be confirmed: to the profile page, or to the operator. */
export function EndedActions({
  state,
  profileUrl,
  confirmAction,
}: {
  state: EndedState
  profileUrl: string
  confirmAction: (form: FormData) => Promise<void>
}) {
  const { retry } = state
  if (state.remedy !== 'tell_operator') {
    return (
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {messages.profileLink}
      </a>
    )
  }
  const { supportUrl } = brand
  return (
    <div className="grid gap-3">
      {supportUrl !== null && (
        <a href={supportUrl} className={buttonClasses('primary', true)}>
          {messages.supportLink}
        </a>
      )}
      {retry && (
        <NativeForm action={confirmAction}>
          <input type="hidden" name="link" value={retry.linkId} />
          <input type="hidden" name="request_id" value={retry.requestId} />
          <input type="hidden" name="wallet_address" value={retry.walletAddress} />
          <input type="hidden" name="signature" value={retry.signature} />
          <input type="hidden" name="wallet_name" value={retry.walletName} />
          <SubmitButton
            look={supportUrl === null ? 'primary' : 'secondary'}
            isWide
            label={messages.tryAgain}
            busyLabel={messages.tryingAgain}
          />
        </NativeForm>
      )}
    </div>
  )
}
