import type { Adapter } from '@solana/wallet-adapter-base'
import { useId, type Ref } from 'react'
import { Alert } from '@/components/ui/alert'
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

/** Some wallets never respond, so the user can stop waiting. */
export function WaitingForWallet(props: {
  request: 'connecting' | 'signing'
  wallet: NamedWallet
  stopWaiting: () => void
}) {
  const { request, wallet, stopWaiting } = props
  const t = useTexts()
  const instructionId = useId()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        // The focus moves here, because a screen reader would lose a status that appears with the instruction.
        <h2 ref={focus} tabIndex={-1} aria-describedby={instructionId} data-wallet-waiting className="font-medium">
          {t('wallet.waiting', { wallet: wallet.name })}
        </h2>
      }
      action={
        <Button look="quiet" className="whitespace-nowrap" onClick={stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      }
    >
      <p id={instructionId} className="text-sm text-muted">
        {t(request === 'signing' ? 'wallet.sign' : 'wallet.approve')}
      </p>
    </WalletCard>
  )
}

export function ConnectedWallet(props: { wallet: NamedWallet; chosen: ChosenWallet; changeWallet: () => void }) {
  const { wallet, chosen, changeWallet } = props
  const t = useTexts()
  const isSending = useIsSending()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        <h2
          ref={focus}
          tabIndex={-1}
          className="font-medium"
          aria-label={`${wallet.name} ${t.plain('wallet.isConnected')}`}
        >
          <bdi>{wallet.name}</bdi>
        </h2>
      }
      action={
        <Button look="quiet" isBusy={isSending} onClick={isSending ? undefined : changeWallet}>
          {t('wallet.change')}
        </Button>
      }
    >
      <ShortAddress address={chosen.address} />
    </WalletCard>
  )
}

export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

export function WalletProblemAlert({ ref, problem }: { ref?: Ref<HTMLDivElement>; problem: WalletProblem }) {
  const t = useTexts()
  const { kind, wallet } = problem
  return (
    <>
      <Alert ref={ref} tone="warning" title={t(`wallet.problem.${kind}.title`, { wallet })}>
        <p>
          <span>{t(`wallet.problem.${kind}.text`, { wallet })}</span>{' '}
          {(kind === 'not_signed' || kind === 'wrong_signature') && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </Alert>
      {/* Outside of the alert, because a screen reader would immediately read every character of the addresses. */}
      <dl className="grid gap-2 empty:hidden">
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
