'use client'

import { Failure } from '@/components/site/failure'
import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts'
import { Card } from '@/components/ui/card'
import { ChosenWalletScreen, type ShownScreen } from '@/components/wallet/wallet-screens'

export function FailureExample() {
  return <Failure retry={() => {}} />
}

const doNothing = () => {}
const session = { retry: doNothing, stopWaiting: doNothing, changeWallet: doNothing }

export function WalletExample({ screen, lead }: { screen: ShownScreen; lead: ReactNode }) {
  const t = useTexts()
  return (
    <Card area="connect" title={t('confirm.title')} lead={lead} isTall>
      <div className="stage">
        <ChosenWalletScreen screen={screen} session={session} />
      </div>
    </Card>
  )
}
