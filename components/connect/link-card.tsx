import type { ReactNode } from 'react'
import { Marks } from '@/components/site/marks'
import { Card } from '@/components/ui/card'
import { FormButton } from '@/components/ui/form-button'
import { Icon, alertIcon, eyeIcon, moreIcon, returnIcon, safeIcon } from '@/components/ui/icon'
import { EarlyWallets } from '@/components/wallet/early-wallets'
import { IconBetween } from '@/components/wallet/wallet-card'
import type { AppState, FormState } from '@/lib/connect/page-state'
import { walletIconPath } from '@/lib/wallets'
import { LinkClock } from './link-time'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { connectPageHeading, toneOf } from './page-texts'

export function LinkCard(props: ConnectPageProps & { isTall?: boolean; children: ReactNode }) {
  const { t, state, isTall = false, children } = props
  const tone = toneOf(state)
  const app = state.kind === 'app' ? state : null
  return (
    <Card
      area="connect"
      isTall={isTall}
      title={tone ? undefined : t(...connectPageHeading(state))}
      lead={
        <Marks
          tone={tone}
          {...(app?.isPressed && { isJoined: true })}
          waitSeconds={
            'notice' in state && state.notice && 'secondsLeft' in state.notice ? state.notice.secondsLeft : 0
          }
          wallet={app && !tone && <IconBetween icon={walletIconPath(app.app.id)} isAsked={app.isPressed} />}
        />
      }
    >
      {children}
    </Card>
  )
}

/** Who asks whom for what, around the controls of an open link. */
export function OpenLinkCard(props: ConnectPageProps<FormState | AppState> & { children: ReactNode }) {
  const { t, state, now, brand, nonce, children } = props
  const isMessage = toneOf(state) !== undefined
  return (
    <LinkCard {...props} isTall={state.kind === 'form'}>
      {brand.benefit !== null && !isMessage && <p className="text-muted">{brand.benefit}</p>}
      {isMessage && <NoticeAlert t={t} state={state} />}
      {/* Behind the heading, so that the browser paints the heading with the first part of the page. */}
      <EarlyWallets nonce={nonce} />
      {!state.isOwnLink && <StrangersLinkWarning t={t} />}
      {!isMessage && <NoticeAlert t={t} state={state} />}
      {children}
      <Consent {...props} />
      <div className="way-out">
        <div className="min-w-0 grow">
          {/* A short form of the warning, for a user whom the service itself sent. */}
          {state.isOwnLink && (
            <p data-part="warning" className="text-balance">
              {t('confirm.ownLink')}
            </p>
          )}
          {/* At its end the page reloads. Without scripts, a text cannot appear later, and the time zone is unknown. */}
          <p className="hidden noscript:block">
            {t('confirm.minutesLeft', { minutes: Math.floor(state.secondsLeft / 60) })}
          </p>
          <noscript>
            {/* A browser cancels this refresh when the user sends a form. */}
            <meta httpEquiv="refresh" content={String(state.secondsLeft + 1)} />
          </noscript>
          <div className="noscript:hidden">
            <LinkClock seconds={state.secondsLeft} endsAt={now + state.secondsLeft * 1000} />
          </div>
        </div>
        <Cancel {...props} />
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
      <details className="grow">
        <summary className="flex cursor-pointer justify-between gap-2 font-medium text-balance text-warning">
          {t('confirm.ownLink')}
          <Icon path={moreIcon} className="[[open]>summary>&]:rotate-180" />
        </summary>
        <p className="mt-1">{t('confirm.othersLink')}</p>
      </details>
    </div>
  )
}

/** What the user agrees to: the data that the service gets, and the operator's own line, which may contain links. */
function Consent({ t, plainIdentifier, brand, profileUrl }: ConnectPageProps) {
  return (
    <div data-part="told" className="grid gap-1 text-[0.8125rem]/5 text-muted">
      <Told icon={eyeIcon}>
        {plainIdentifier === null ? t('confirm.told') : t('confirm.toldPlain', { id: plainIdentifier })}
      </Told>
      <Told icon={safeIcon}>{t('confirm.cannot')}</Told>
      {brand.consent.length > 0 && (
        <p className="ps-6">
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
      <Told icon={returnIcon}>{t('confirm.returnTo', { host: new URL(profileUrl).host })}</Told>
    </div>
  )
}

const Told = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <p className="flex gap-2">
    <Icon path={icon} className="mt-0.5 size-4 rtl:[scale:-1_1]" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

export function Cancel({ t, actions }: Pick<ConnectPageProps, 't' | 'actions'>) {
  return (
    <FormButton action={actions.cancel} look="muted" label={t('confirm.cancel')} busyLabel={t('confirm.cancelling')} />
  )
}
