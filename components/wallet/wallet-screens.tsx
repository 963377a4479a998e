import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { useTexts } from '@/components/texts'
import { WalletCard } from './wallet-card'
import { WalletIcon } from './wallet-row'
import type { WalletProblem, WalletScreen } from './wallet-session'

/** After the list. The preview has no adapters. */
export type ShownScreen = Exclude<WalletScreen<Pick<Adapter, 'icon'> & { name: string }>, { kind: 'list' }>

interface ScreenProps<Screen = ShownScreen> {
  screen: Screen
  session: Record<'retry' | 'stopWaiting' | 'changeWallet', () => void>
}

export function ChosenWalletScreen({ screen, session }: ScreenProps) {
  switch (screen.kind) {
    case 'connecting':
    case 'signing':
      return <WaitingForWallet screen={screen} session={session} />
    case 'failed':
      return <FailedWallet screen={screen} session={session} />
    case 'connected':
      return <ConnectedWallet screen={screen} session={session} />
  }
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
    <div data-wallet-waiting className="grid justify-items-center gap-4 text-center">
      <span className="relative grid size-16 place-items-center *:[img]:size-10">
        <WalletIcon icon={screen.adapter.icon} />
        <span className="spinner absolute size-full" />
      </span>
      <h2 ref={ref} tabIndex={-1} className="text-lg font-semibold wrap-anywhere">
        {t(`wallet.open.${screen.kind}`, { wallet: screen.adapter.name })}
      </h2>
      <div className="flex flex-wrap justify-center gap-x-3">
        <Button onClick={session.retry}>{t('refused.tryAgain')}</Button>
        <Button look="muted" onClick={session.stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      </div>
    </div>
  )
}

/** The wallet has not connected. */
function FailedWallet({ screen, session }: ScreenProps<Extract<ShownScreen, { kind: 'failed' }>>) {
  const t = useTexts()
  return (
    <>
      <WalletCard icon={screen.adapter.icon} title={<Problem problem={screen.problem} />} />
      <Button look="primary" onClick={session.retry}>
        {t('refused.tryAgain')}
      </Button>
      <Button onClick={session.changeWallet}>{t('wallet.choose')}</Button>
    </>
  )
}

function ConnectedWallet({ screen, session }: ScreenProps<Extract<ShownScreen, { kind: 'connected' }>>) {
  const { adapter, chosen, problem } = screen
  const t = useTexts()
  const isSending = useIsSending()
  return (
    <WalletCard
      icon={adapter.icon}
      title={
        <h2
          ref={problem ? undefined : focus}
          tabIndex={-1}
          className="font-sans font-medium"
          aria-label={`${adapter.name} ${t.plain('wallet.isConnected')}`}
        >
          <bdi>{adapter.name}</bdi>
        </h2>
      }
      address={chosen.address}
      action={
        <Button look="quiet" isBusy={isSending} onClick={isSending ? undefined : session.changeWallet}>
          {t('wallet.change')}
        </Button>
      }
    >
      {problem && <Problem problem={problem} />}
    </WalletCard>
  )
}

/** In the wallet's card. Each problem takes the focus, even if it is the same as before. */
function Problem({ problem }: { problem: WalletProblem }) {
  const t = useTexts()
  const { kind, wallet } = problem
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) ref.current?.focus()
  }, [problem])
  return (
    <>
      <div ref={ref} role="alert" tabIndex={-1} data-part="notice" className="grid w-full gap-1 py-1 text-sm">
        <p className="text-base leading-snug font-semibold text-warning">
          {t(`wallet.problem.${kind}.title`, { wallet })}
        </p>
        <p>
          <span>{t(`wallet.problem.${kind}.text`, { wallet })}</span>{' '}
          {(kind === 'not_signed' || kind === 'wrong_signature') && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </div>
      {/* Outside of the alert, because a screen reader would immediately read every character of the addresses. */}
      <dl className="grid w-full gap-2 empty:hidden">
        {addressesOf(problem).map(([label, address]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{t(label)}</dt>
            <dd className="font-mono text-xs break-all">
              <bdi dir="ltr" translate="no">
                {address}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
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
