import type { Adapter } from '@solana/wallet-adapter-base'
import { useId, type RefCallback } from 'react'
import { Button } from '@/components/ui/button'
import { useTexts } from '@/components/texts'
import { WalletCard } from './wallet-card'
import { WalletIcon } from './wallet-icon'

const instructions = {
  connecting: 'wallet.approve',
  signing: 'wallet.sign',
} as const

/** The screen while the wallet asks its user. Some wallets never respond, so the user can stop waiting. */
export function WaitingForWallet({
  headingRef,
  request,
  wallet,
  stopWaiting,
}: {
  /** Moves the focus to the heading when it appears. */
  headingRef: RefCallback<HTMLElement> | undefined
  /** The request of the wallet to its user. */
  request: keyof typeof instructions
  wallet: Pick<Adapter, 'icon'> & { name: string }
  stopWaiting: () => void
}) {
  const t = useTexts()
  const instructionId = useId()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        // The focus moves here, so that a screen reader also reads the instruction. An instruction that appears at the
        // same time as a status would be lost.
        <h2 ref={headingRef} tabIndex={-1} aria-describedby={instructionId} data-wallet-waiting className="font-medium">
          {t('wallet.waiting', { wallet: wallet.name })}
        </h2>
      }
      action={
        <Button look="quiet" className="text-sm whitespace-nowrap" onClick={stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      }
    >
      <p id={instructionId} className="text-sm text-muted">
        {t(instructions[request])}
      </p>
    </WalletCard>
  )
}
