'use client'

import { useEffect, useState } from 'react'
import type { Pressed } from './chosen-wallet'
import { makeAdapter } from './make-adapter'
import { WalletMark } from './wallet-mark'
import { ChosenWalletScreen } from './wallet-screens'
import { walletSession, type WalletScreen, type WalletSessionOptions } from './wallet-session'

/* The entry point of the code that uses the wallet adapters, which the page loads later. */

export { MoreWallets } from './more-wallets'

/** Fails if the wallet is broken. */
export function openPicker(pressed: Pressed, lockedAddress: string | null) {
  const renew = () => makeAdapter(pressed, lockedAddress)
  const adapter = renew()
  if (!adapter) return { kind: 'failed' as const }
  return { kind: 'open' as const, WalletPicker, adapter, renew, lockedAddress }
}

/** The pressed wallet, which it connects immediately. */
function WalletPicker(props: WalletSessionOptions) {
  const [screen, setScreen] = useState<WalletScreen>({ kind: 'connecting', adapter: props.adapter })
  const [session] = useState(() => walletSession(props, setScreen))
  useEffect(() => session.start(), [session])
  return (
    <>
      <WalletMark icon={screen.adapter.icon} isAsked={screen.kind === 'connecting' || screen.kind === 'signing'} />
      <ChosenWalletScreen screen={screen} session={session} />
    </>
  )
}
