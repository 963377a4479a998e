'use client'

import { Failure } from '@/components/site/failure'
import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts'
import { Card } from '@/components/ui/card'
import { ConnectedWallet, FailedWallet, WaitingForWallet } from '@/components/wallet/wallet-screens'
import type { WalletState } from './examples'

export function FailureExample() {
  return <Failure retry={() => {}} />
}

const wallet = { name: 'Example Wallet', icon: '' }
const chosen = { name: wallet.name, address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', signature: null }

const doNothing = () => {}
const session = { retry: doNothing, stopWaiting: doNothing, changeWallet: doNothing }

export function WalletExample({ state, lead }: { state: WalletState; lead: ReactNode }) {
  const t = useTexts()
  return (
    <Card area="connect" title={t('confirm.title')} lead={lead}>
      <div className="stage">
        {state.kind === 'waiting' && (
          <WaitingForWallet request={state.for} wallet={wallet} asking={state} session={session} />
        )}
        {state.kind === 'connected' && <ConnectedWallet wallet={wallet} chosen={chosen} {...session} />}
        {state.kind === 'problem' && <FailedWallet wallet={wallet} problem={state.problem} session={session} />}
      </div>
    </Card>
  )
}
