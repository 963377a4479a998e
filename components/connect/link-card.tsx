import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { FormButton } from '@/components/ui/form-button'
import { Icon, alertIcon, identityIcon, moreIcon, safeIcon, walletIcon } from '@/components/ui/icon'
import { canOnlyPressAgain, type AppState, type FormState } from '@/lib/connect/page-state'
import { LinkClock } from './link-time'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { isWait } from './page-texts'
import { WhoAsks, type Tone } from './who-asks'

export function LinkCard(
  props: Pick<ConnectPageProps, 't' | 'brand' | 'icons'> & {
    title?: ReactNode
    tone?: Tone | undefined
    children: ReactNode
  },
) {
  const { t, title = t('confirm.title'), children } = props
  return (
    <Card area="connect" title={title} lead={<WhoAsks {...props} />}>
      {children}
    </Card>
  )
}

/** Who asks whom for what, above the controls of an open link. */
export function OpenLinkCard(props: ConnectPageProps<FormState | AppState> & { children: ReactNode }) {
  const { t, state, now, children } = props
  const isWaiting = state.notice !== null && isWait(state.notice)
  const tone = isWaiting ? 'wait' : state.notice?.kind === 'refused' ? 'ended' : undefined
  return (
    <LinkCard {...props} tone={tone}>
      {/* A message comes first. A problem with a wallet is at the wallets. */}
      {tone && <Notice {...props} />}
      {/* Known before the form arrives, so that nothing moves. */}
      <div className={state.kind === 'form' && canOnlyPressAgain(state) ? 'after-stop' : 'contents'}>
        {!isWaiting && <Account {...props} />}
        {!state.isOwnLink && <StrangersLinkWarning t={t} />}
        <Consent {...props} />
      </div>
      {!tone && <Notice {...props} />}
      {children}
      <div className="-mb-4 flex items-start justify-between gap-2 border-t border-line text-sm text-muted">
        <div className="min-w-0 basis-4/5 pt-3">
          {/* A short form of the warning, for a user whom the service itself sent. */}
          {state.isOwnLink && (
            <p data-part="warning" className="text-balance">
              {t('confirm.ownLink')}
            </p>
          )}
          <TimeLeft t={t} seconds={state.secondsLeft} now={now} />
        </div>
        <Cancel {...props} isWide={false} />
      </div>
    </LinkCard>
  )
}

/** About links from other people, with the reason folded. */
function StrangersLinkWarning({ t }: Pick<ConnectPageProps, 't'>) {
  return (
    <div
      data-part="warning"
      className="flex gap-2 rounded-skin border border-transparent bg-warning-surface p-2 text-sm"
    >
      <Icon path={alertIcon} className="text-warning" />
      <details className="group grow">
        <summary className="flex cursor-pointer justify-between gap-2 font-medium text-balance text-warning">
          {t('confirm.ownLink')}
          <Icon path={moreIcon} className="group-open:rotate-180" />
        </summary>
        <p className="mt-1">{t('confirm.othersLink')}</p>
      </details>
    </div>
  )
}

/** What the user agrees to: the data that the service gets, and the operator's own line, which may contain links. */
function Consent({ t, plainIdentifier, brand }: Pick<ConnectPageProps, 't' | 'plainIdentifier' | 'brand'>) {
  return (
    <section data-part="told" aria-labelledby="told" className="grid gap-3 border-b border-line pb-2 text-sm">
      <div className="grid gap-1.5">
        <h2 id="told" className="text-muted">
          {t('confirm.toldTitle')}
        </h2>
        <ul className="grid gap-1.5">
          <SharedItem icon={walletIcon}>{t('confirm.toldAddress')}</SharedItem>
          <SharedItem icon={identityIcon}>
            {plainIdentifier === null
              ? t('confirm.toldIdentifier')
              : t('confirm.toldPlainIdentifier', { id: plainIdentifier })}
          </SharedItem>
        </ul>
      </div>
      <p className="flex gap-2">
        <Icon path={safeIcon} className="text-success" />
        {t('confirm.cannot')}
      </p>
      {brand.consent.length > 0 && (
        <p className="text-muted">
          {brand.consent.map(({ text, url }, index) =>
            url === undefined ? (
              text
            ) : (
              <a key={index} href={url}>
                {text}
              </a>
            ),
          )}
        </p>
      )}
    </section>
  )
}

function SharedItem({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-2">
      <Icon path={icon} className="text-muted" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

/** At its end the page reloads, with or without JavaScript. */
function TimeLeft({ t, seconds, now }: { t: ConnectPageProps['t']; seconds: number; now: number }) {
  return (
    <>
      {/* Without scripts, this text cannot appear later, and the browser's time zone is unknown. */}
      <p className="hidden noscript:block">{t('confirm.minutesLeft', { minutes: Math.floor(seconds / 60) })}</p>
      <noscript>
        {/* A browser cancels this refresh when the user sends a form. */}
        <meta httpEquiv="refresh" content={String(seconds + 1)} />
      </noscript>
      <div className="noscript:hidden">
        <LinkClock seconds={seconds} endsAt={now + seconds * 1000} />
      </div>
    </>
  )
}

export function Account({ t, userName, actions }: Pick<ConnectPageProps, 't' | 'userName' | 'actions'>) {
  return (
    <div className="-my-3 flex min-h-11 items-center justify-between gap-x-3 text-sm">
      <p className="min-w-0 break-words">
        <span className="text-muted">{t('confirm.signedInAs')}</span> <bdi className="font-semibold">{userName}</bdi>
      </p>
      <FormButton
        action={actions.signOut}
        className="grid shrink-0"
        look="muted"
        label={t('confirm.signOut')}
        busyLabel={t('confirm.signingOut')}
      />
    </div>
  )
}

export function Cancel({ t, actions, isWide = true }: Pick<ConnectPageProps, 't' | 'actions'> & { isWide?: boolean }) {
  return (
    <FormButton
      action={actions.cancel}
      look="muted"
      isWide={isWide}
      label={t('confirm.cancel')}
      busyLabel={t('confirm.cancelling')}
    />
  )
}

export function Notice({
  t,
  state: { kind, notice, proof },
}: Pick<ConnectPageProps<FormState | AppState>, 't' | 'state'>) {
  const isProofRequired = proof === 'required'
  return notice && <NoticeAlert t={t} notice={notice} isProofRequired={isProofRequired} isAppChosen={kind === 'app'} />
}
