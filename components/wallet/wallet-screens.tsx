import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button, Spinner } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { useTexts } from '@/components/texts'
import { ShortAddress, WalletCard } from './wallet-card'
import type { WalletProblem, WalletScreen } from './wallet-session'

/** The preview has no adapters. */
export type ShownScreen = WalletScreen<Pick<Adapter, 'icon'> & { name: string }>

interface ScreenProps<Screen = ShownScreen> {
  screen: Screen
  session: Record<'retry' | 'stopWaiting' | 'changeWallet', () => void>
}

export function ChosenWalletScreen({ screen, session }: ScreenProps) {
  if (screen.kind === 'failed') return <FailedWallet screen={screen} session={session} />
  if (screen.kind === 'connected') return <ConnectedWallet screen={screen} session={session} />
  return <WaitingForWallet screen={screen} session={session} />
}

/** Some wallets never respond, so the user can ask again or stop waiting. */
function WaitingForWallet({ screen, session }: ScreenProps<Extract<ShownScreen, { kind: 'connecting' | 'signing' }>>) {
  const t = useTexts()
  const ref = useRef<HTMLHeadingElement>(null)
  // Each request takes the focus. A screen reader would lose a status that appears with the instruction.
  useEffect(() => {
    if (screen) ref.current?.focus()
  }, [screen])
  return (
    <>
      <WalletCard
        icon={screen.adapter.icon}
        title={
          <h2 ref={ref} tabIndex={-1} className="font-sans font-medium">
            {t(`wallet.open.${screen.kind}`, { wallet: screen.adapter.name })}
          </h2>
        }
        address={screen.kind === 'signing' && screen.chosen.address}
        action={<Spinner />}
      />
      <div className="grid gap-1">
        <Button onClick={session.retry}>{t('refused.tryAgain')}</Button>
        <Button look="muted" onClick={session.stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      </div>
    </>
  )
}

/** The wallet has not connected. */
function FailedWallet({ screen, session }: ScreenProps<Extract<ShownScreen, { kind: 'failed' }>>) {
  const t = useTexts()
  return (
    <>
      <WalletCard icon={screen.adapter.icon} title={<Problem problem={screen.problem} />} />
      <div className="grid gap-3">
        <Button look="primary" onClick={session.retry}>
          {t('refused.tryAgain')}
        </Button>
        <Button onClick={session.changeWallet}>{t('wallet.choose')}</Button>
      </div>
    </>
  )
}

function ConnectedWallet({ screen, session }: ScreenProps<Extract<ShownScreen, { kind: 'connected' }>>) {
  const { adapter, chosen, problem } = screen
  const t = useTexts()
  const isSending = useIsSending()
  const change = (
    <Button look="quiet" isBusy={isSending} onClick={isSending ? undefined : session.changeWallet}>
      {t('wallet.change')}
    </Button>
  )
  if (problem) {
    const title = <Problem problem={problem} action={change} />
    return (
      <WalletCard icon={adapter.icon} title={title} address={addressesOf(problem).length === 0 && chosen.address} />
    )
  }
  return (
    <WalletCard
      icon={adapter.icon}
      title={
        <h2
          ref={focus}
          tabIndex={-1}
          className="font-sans font-medium"
          aria-label={`${adapter.name} ${t.plain('wallet.isConnected')}`}
        >
          <bdi>{adapter.name}</bdi>
        </h2>
      }
      address={chosen.address}
      action={change}
    />
  )
}

/**
 * In the wallet's card. Each problem takes the focus, even if it is the same as before.
 *
 * @param props.action - beside the title. The text has the whole width.
 */
function Problem({ problem, action }: { problem: WalletProblem; action?: ReactNode }) {
  const t = useTexts()
  const { kind, wallet } = problem
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) ref.current?.focus()
  }, [problem])
  return (
    <div>
      {action && <div className="float-end -my-3 ms-2 text-sm">{action}</div>}
      <div ref={ref} role="alert" tabIndex={-1} data-part="notice" className="text-sm">
        <p className="text-base leading-snug font-semibold text-warning">
          {t(`wallet.problem.${kind}.title`, { wallet })}
        </p>
        <p>
          {/* The button says that the user can try again. */}
          {kind !== 'not_signed' && <span>{t(`wallet.problem.${kind}.text`, { wallet })}</span>}{' '}
          {(kind === 'not_signed' || kind === 'wrong_signature') && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </div>
      {/* Outside of the alert, because a screen reader would immediately read every character of the addresses. */}
      <dl className="text-sm">
        {addressesOf(problem).map(([label, address]) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{t(label)}</dt>
            <dd>
              <ShortAddress address={address} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function addressesOf(problem: WalletProblem) {
  if (problem.kind === 'switched') {
    return [['wallet.addressBefore', problem.before] as const, ['wallet.addressNow', problem.now] as const]
  }
  return problem.kind === 'other_address'
    ? [['wallet.addressInWallet', problem.own] as const, ['wallet.addressInAccount', problem.locked] as const]
    : []
}
