'use client'

import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChosenWallet, WalletActivity } from './chosen-wallet'
import { fetchProofMessage } from './proof-message'
import { hasOnlyOtherAccounts } from './standard-adapters'
import { canSign, connectTo, signWith } from './wallet-calls'
import { freshAdapter } from './wallet-list'
import type { WalletProblem } from './wallet-problem'

/** The screen of the wallet section. */
type WalletScreen = { kind: 'list' } | { kind: 'connecting' | 'connected' | 'signing'; adapter: Adapter }

/** How long to wait for a wallet to disconnect. A wallet that never answers may not answer this either. */
const maxDisconnectMs = 2000

/** The options that the confirm form passes to the wallet section. */
export interface WalletSessionOptions {
  linkId: string
  /** A fresh adapter of the wallet to connect immediately. */
  first: Adapter | null
  /** The fixed address of the user's account, if it has one. The user can connect no other one. */
  lockedAddress: string | null
  chosen: ChosenWallet | null
  onChange: (chosen: ChosenWallet | null) => void
  /** Called with the wallet's activity, whenever it changes. */
  onActivity: (activity: WalletActivity) => void
}

/**
 * Connects one wallet at a time and lets it sign. A wallet may respond late, twice or never, so only the result of the
 * latest press counts. Each press on a wallet gets a fresh adapter, so that an unanswered request blocks no later press.
 */
export function useWalletSession(options: WalletSessionOptions) {
  const { linkId, first, lockedAddress, chosen, onChange, onActivity } = options
  const [screen, setScreen] = useState<WalletScreen>(first ? { kind: 'connecting', adapter: first } : { kind: 'list' })
  const [problem, setProblem] = useState<WalletProblem | null>(null)
  const currentAttempt = useRef(new AbortController())
  const disconnecting = useRef<Promise<unknown>>(null)

  /** Shows a screen, ignores results of earlier presses from now on, and reports a problem to the server. */
  function show(next: WalletScreen, nextProblem: WalletProblem | null = null): AbortSignal {
    currentAttempt.current.abort()
    currentAttempt.current = new AbortController()
    setScreen(next)
    setProblem(nextProblem)
    // Firefox has no `sendBeacon` if its user has turned beacons off.
    if (nextProblem) navigator.sendBeacon?.(`/connect/wallet-failed?link=${linkId}&problem=${nextProblem.kind}`)
    return currentAttempt.current.signal
  }

  /** Returns the problem of a wallet that has just connected with this address, or null. */
  function problemAfterConnect(adapter: Adapter, address: string): WalletProblem | null {
    if (lockedAddress !== null && address !== lockedAddress) {
      return { kind: 'other_address', wallet: adapter.name, own: address, locked: lockedAddress }
    }
    return canSign(adapter) ? null : { kind: 'cannot_sign', wallet: adapter.name }
  }

  async function connect(pressed: Adapter): Promise<void> {
    const adapter = freshAdapter(pressed, lockedAddress)
    await waitForConnection(adapter, show({ kind: 'connecting', adapter }))
  }

  async function waitForConnection(adapter: Adapter, signal: AbortSignal): Promise<void> {
    // A wallet that is still disconnecting would connect with the former account, and then disconnect.
    await disconnecting.current
    if (signal.aborted) return
    const result = await connectTo(adapter, signal)
    if (signal.aborted) return
    if (!result.ok) {
      show({ kind: 'list' }, { kind: result.problem, wallet: adapter.name })
      return
    }
    onChange({ name: adapter.name, address: result.address, signature: null })
    show({ kind: 'connected', adapter }, problemAfterConnect(adapter, result.address))
  }

  /**
   * Makes a wallet sign the link's message.
   *
   * @returns the signature, or null if it did not sign.
   */
  async function sign(adapter: Adapter, address: string): Promise<string | null> {
    const signal = show({ kind: 'signing', adapter })
    // The message contains the nonce, which must not enter the page. On its way from the server to the wallet, it stays
    // in this function and out of React's state.
    const message = await fetchProofMessage(linkId)
    if (signal.aborted) return null
    const offline = { ok: false, problem: 'site_offline' } as const
    const result = message === null ? offline : await signWith(adapter, { message, address })
    if (signal.aborted) return null
    if (result.ok) {
      onChange({ name: adapter.name, address, signature: result.signature })
      show({ kind: 'connected', adapter })
      return result.signature
    }
    if (result.problem === 'disconnected') {
      disconnect(adapter)
      handleDisconnect(adapter)
    } else show({ kind: 'connected', adapter }, { kind: result.problem, wallet: adapter.name })
    return null
  }

  function handleDisconnect(adapter: Adapter): void {
    onChange(null)
    // The adapter also disconnects when the wallet switches to an account of another chain.
    const kind = hasOnlyOtherAccounts(adapter) ? 'no_account' : 'disconnected'
    show({ kind: 'list' }, { kind, wallet: adapter.name })
  }

  /** Ends a wallet's session, so that it asks again which account to use. A failure is harmless. */
  function disconnect(adapter: Adapter): void {
    // The page ends the session, so the adapter's event about it is no news.
    adapter.removeAllListeners()
    const tooLong = new Promise((resolve) => setTimeout(resolve, maxDisconnectMs))
    disconnecting.current = Promise.race([adapter.disconnect().catch(() => {}), tooLong])
  }

  /** Ignores the wallet's answer from now on. The wallet's own prompt cannot be closed. */
  function stopWaiting(): void {
    if (screen.kind !== 'connecting' && screen.kind !== 'signing') return
    const { kind, adapter } = screen
    // The Mobile Wallet Adapter never answers a request to sign if the app has forgotten this site.
    if (kind === 'signing' && !adapter.connected) return handleDisconnect(adapter)
    show(kind === 'signing' ? { kind: 'connected', adapter } : { kind: 'list' }, {
      kind: 'given_up',
      wallet: adapter.name,
    })
    if (kind === 'connecting') disconnect(adapter)
  }

  function changeWallet(): void {
    onChange(null)
    show({ kind: 'list' })
    if (screen.kind !== 'list') disconnect(screen.adapter)
  }

  const onAccountChanged = useEffectEvent((adapter: Adapter, newAddress: string) => {
    if (!chosen || newAddress === chosen.address) return
    onChange({ name: adapter.name, address: newAddress, signature: null })
    show(
      { kind: 'connected', adapter },
      problemAfterConnect(adapter, newAddress) ?? {
        kind: 'switched',
        wallet: adapter.name,
        before: chosen.address,
        now: newAddress,
      },
    )
  })

  const onDisconnected = useEffectEvent(handleDisconnect)

  const activeAdapter = screen.kind === 'connected' || screen.kind === 'signing' ? screen.adapter : null
  useEffect(() => {
    if (!activeAdapter) return
    const connectListener: Parameters<typeof activeAdapter.on<'connect'>>[1] = (publicKey) =>
      onAccountChanged(activeAdapter, publicKey.toBase58())
    const disconnectListener = () => onDisconnected(activeAdapter)
    activeAdapter.on('connect', connectListener)
    activeAdapter.on('disconnect', disconnectListener)
    return () => {
      activeAdapter.off('connect', connectListener)
      activeAdapter.off('disconnect', disconnectListener)
    }
  }, [activeAdapter])

  const connectFirst = useEffectEvent(() => {
    currentAttempt.current = new AbortController()
    if (first) void waitForConnection(first, currentAttempt.current.signal)
  })
  useEffect(() => {
    connectFirst()
    return () => currentAttempt.current.abort()
  }, [])

  const signable = chosen !== null && chosen.signature === null && addressToSignWith(screen, chosen, lockedAddress)
  const asking = screen.kind === 'connecting' || screen.kind === 'signing' ? screen.adapter : null
  const reportActivity = useEffectEvent(
    (asking: Adapter | null, connected: Adapter | null, address: string | false) => {
      if (asking) onActivity({ kind: 'asking', walletName: asking.name })
      else if (connected && address) onActivity({ kind: 'can_sign', sign: () => sign(connected, address) })
      else onActivity({ kind: 'none' })
    },
  )
  useEffect(() => reportActivity(asking, activeAdapter, signable), [asking, activeAdapter, signable])

  return { screen, problem, connect, stopWaiting, changeWallet }
}

/** Returns the address that the connected wallet can prove, or false if there is none. */
function addressToSignWith(screen: WalletScreen, { address }: ChosenWallet, lockedAddress: string | null) {
  if (screen.kind !== 'connected' || !canSign(screen.adapter)) return false
  return lockedAddress === null || lockedAddress === address ? address : false
}
