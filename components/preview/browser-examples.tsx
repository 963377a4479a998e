'use client'

import { Failure } from '@/components/site/failure'
import { useTexts } from '@/components/texts'
import { Card } from '@/components/ui/card'
import { ConnectedWallet, WaitingForWallet, WalletProblemAlert } from '@/components/wallet/wallet-screens'
import type { WalletState } from './examples'

export function FailureExample() {
  return <Failure retry={() => {}} />
}

const wallet = { name: 'Example Wallet', icon: '' }
const chosen = { name: wallet.name, address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', signature: null }

export function WalletExample({ state }: { state: WalletState }) {
  const t = useTexts()
  return (
    <Card area="connect" title={t('confirm.title')}>
      {state.kind === 'waiting' && <WaitingForWallet request={state.for} wallet={wallet} stopWaiting={() => {}} />}
      {state.kind === 'connected' && <ConnectedWallet wallet={wallet} chosen={chosen} changeWallet={() => {}} />}
      {state.kind === 'problem' && <WalletProblemAlert problem={state.problem} />}
    </Card>
  )
}
