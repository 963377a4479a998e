import { buttonClasses, Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { FocusedMessage } from '@/components/ui/focused'
import { FormButton } from '@/components/ui/form-button'
import { LinkToApp } from '@/components/wallet/wallet-app-rows'
import { WalletCard } from '@/components/wallet/wallet-card'
import type { AppState } from '@/lib/connect/page-state'
import { walletIconPath } from '@/lib/wallets'
import { Cancel, LinkCard, OpenLinkCard } from './link-card'
import type { ConnectPageProps } from './page-props'

/* The page after the choice of a wallet app on the phone. The server renders it. Only the forms have a script. */

export function ChosenApp(props: ConnectPageProps<AppState>) {
  const { t, state, sign, actions } = props
  const { linkId, requestId, app, proof, notice } = state
  const title = (
    <h2 className="font-sans font-medium" aria-label={`${app.name} ${t.plain('wallet.isConnected')}`}>
      {app.name}
    </h2>
  )
  return (
    <OpenLinkCard {...props}>
      <WalletCard
        icon={walletIconPath(app.id)}
        title={notice === null ? <FocusedMessage role="status">{title}</FocusedMessage> : title}
        address={app.address}
        action={
          <FormButton action={actions.changeWallet} fields={{ link: linkId }} look="quiet" label={t('wallet.change')} />
        }
      />
      <div data-part="actions" className="grid gap-1">
        <p className="mb-1.5 text-center text-sm text-muted">{t('wallet.signing')}</p>
        {sign && (
          <LinkToApp t={t} app={app.name} link={sign} className={classNames(buttonClasses('primary'), 'wrap-anywhere')}>
            {t('confirm.signAndConnect')}
          </LinkToApp>
        )}
        {proof === 'optional' && (
          <FormButton
            action={actions.confirm}
            fields={{ link: linkId, request_id: requestId, wallet_address: app.address, wallet_name: app.name }}
            className="confirms"
            look="quiet"
            label={t('confirm.connectUnsigned')}
            busyLabel={t('confirm.connecting')}
            aria-describedby="unsigned"
          >
            <p id="unsigned" className="-mt-2 text-center text-sm text-balance text-muted">
              {t('wallet.unsigned')}
            </p>
          </FormButton>
        )}
      </div>
    </OpenLinkCard>
  )
}

/** The browser loads `continueUrl` without a script, and shows this page until it gets an answer. */
export function PressedInApp(props: ConnectPageProps<AppState>) {
  const { t, state, continueUrl } = props
  const { app } = state
  return (
    <LinkCard {...props}>
      <WalletCard
        icon={walletIconPath(app.id)}
        title={
          <h2 className="font-sans font-medium">
            {app.name} <span className="text-sm font-normal text-success">{t('wallet.signed')}</span>
          </h2>
        }
        address={app.address}
      />
      <p role="status" className="flex items-center justify-center gap-3 text-start">
        <Spinner />
        <span>{t('confirm.connectingStatus')}</span>
      </p>
      {continueUrl !== null && <meta httpEquiv="refresh" content={`0; url=${continueUrl}`} />}
      <a href={continueUrl ?? '#'} className={buttonClasses('quiet')}>
        {t('walletApp.goOn')}
      </a>
      <Cancel {...props} />
    </LinkCard>
  )
}
