import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { ShortAddress } from '@/components/ui/short-address'
import { useTexts } from '@/components/texts'
import type { SimpleFailure } from '@/lib/wallets/errors'
import type { ChosenWallet } from './chosen-wallet'
import { WalletCard } from './wallet-card'
import { WalletIcon } from './wallet-row'

type NamedWallet = Pick<Adapter, 'icon'> & { name: string }

/** Some wallets never respond, so the user can ask again or stop waiting. */
export function WaitingForWallet(props: {
  request: 'connecting' | 'signing'
  wallet: NamedWallet
  /** Another one asks again. */
  asking: unknown
  session: { retry: () => void; stopWaiting: () => void }
}) {
  const { request, wallet, asking, session } = props
  const t = useTexts()
  const ref = useRef<HTMLHeadingElement>(null)
  // A screen reader would lose a status that appears with the instruction.
  useEffect(() => {
    if (asking) ref.current?.focus()
  }, [asking])
  return (
    <div data-wallet-waiting className="grid justify-items-center gap-4 text-center">
      <h2 ref={ref} tabIndex={-1} className="text-lg font-medium wrap-anywhere">
        {t(`wallet.open.${request}`, { wallet: wallet.name })}
      </h2>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={session.retry}>{t('refused.tryAgain')}</Button>
        <Button look="muted" onClick={session.stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      </div>
    </div>
  )
}

/** The wallet has not connected. */
export function FailedWallet(props: {
  wallet: NamedWallet
  problem: WalletProblem
  session: { retry: () => void; changeWallet: () => void }
}) {
  const { wallet, problem, session } = props
  const t = useTexts()
  return (
    <>
      <WalletCard icon={<WalletIcon icon={wallet.icon} />} title={<Problem problem={problem} />} />
      <Button look="primary" isWide onClick={session.retry}>
        {t('refused.tryAgain')}
      </Button>
      <Button isWide onClick={session.changeWallet}>
        {t('wallet.choose')}
      </Button>
    </>
  )
}

export function ConnectedWallet(props: {
  wallet: NamedWallet
  chosen: ChosenWallet
  problem?: WalletProblem | null | undefined
  changeWallet: () => void
}) {
  const { wallet, chosen, problem, changeWallet } = props
  const t = useTexts()
  const isSending = useIsSending()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        // A problem needs the room of the second line.
        <div className={problem ? 'flex flex-wrap items-baseline gap-x-2' : 'grid'}>
          <h2
            ref={problem ? undefined : focus}
            tabIndex={-1}
            className="font-sans font-medium"
            aria-label={`${wallet.name} ${t.plain('wallet.isConnected')}`}
          >
            <bdi>{wallet.name}</bdi>
          </h2>
          <ShortAddress address={chosen.address} />
        </div>
      }
      action={
        <Button look="quiet" isBusy={isSending} onClick={isSending ? undefined : changeWallet}>
          {t('wallet.change')}
        </Button>
      }
    >
      {problem && <Problem problem={problem} />}
    </WalletCard>
  )
}

export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

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
