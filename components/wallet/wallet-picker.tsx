'use client'

import { Component, useEffect, useState } from 'react'
import type { WalletId } from '@/lib/wallets'
import type { Pressed } from './chosen-wallet'
import { mobileWalletAdapter } from './mobile-wallet'
import { makeAdapter } from './standard-adapters'
import type { OtherWays } from './wallet-app-rows'
import { WalletList } from './wallet-list'
import { WalletMark } from './wallet-mark'
import { ChosenWalletScreen } from './wallet-screens'
import { walletSession, type WalletScreen, type WalletSessionOptions } from './wallet-session'

export interface WalletPickerProps extends WalletSessionOptions {
  /** Before the adapters were loaded. A wallet is connected immediately. */
  pressed: Pressed
  ways: OtherWays
  wallets: readonly WalletId[]
  /** A wallet's code has thrown while the list renders. The caller then removes the list. */
  onFailed: () => void
}

/** The entry point of the code that uses the wallet adapters, which the page loads later. */
export class WalletPicker extends Component<WalletPickerProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override componentDidCatch() {
    const { onChange, onActivity, onFailed } = this.props
    onChange(null)
    onActivity({ kind: 'none' })
    onFailed()
  }

  override render() {
    return this.state.hasFailed ? null : <Wallets {...this.props} />
  }
}

function Wallets(props: WalletPickerProps) {
  const { pressed, lockedAddress } = props
  const [screen, setScreen] = useState<WalletScreen>(() => {
    if (pressed === 'list') return { kind: 'list' }
    const adapter = pressed === 'any_app' ? mobileWalletAdapter(lockedAddress) : makeAdapter(pressed, lockedAddress)
    return adapter ? { kind: 'connecting', adapter } : { kind: 'list' }
  })
  const [session] = useState(() => walletSession(props, screen, setScreen))
  useEffect(() => session.start(), [session])

  if (screen.kind === 'list') {
    return (
      <WalletList ids={props.wallets} ways={props.ways} preferredAddress={lockedAddress} onChoose={session.connect} />
    )
  }
  return (
    <>
      <WalletMark icon={screen.adapter.icon} isAsked={screen.kind === 'connecting' || screen.kind === 'signing'} />
      <ChosenWalletScreen screen={screen} session={session} />
    </>
  )
}
