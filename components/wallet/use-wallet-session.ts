'use client'

import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChosenWallet, WalletActivity } from './chosen-wallet'
import { fetchProofMessage } from './proof-message'
import { canSign, connectTo, signWith } from './wallet-calls'
import type { WalletProblem } from './wallet-problem'

/** The screen of the wallet section. */
type WalletScreen =
  | { kind: 'list' }
  | { kind: 'connected'; adapter: Adapter }
  /** `isStillAsking`: the wallet has not answered an earlier press, so this press does not ask it again. */
  | { kind: 'connecting' | 'signing'; adapter: Adapter; isStillAsking: boolean }

/** A request for a signature that a wallet has not answered. */
interface SigningRequest {
  adapter: Adapter
  address: string
  answer: ReturnType<typeof signWith>
}

/** The options that the confirm form passes to the wallet section. */
export interface WalletSessionOptions {
  linkId: string
  /** The wallet to connect immediately. */
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
 * latest press counts. A request to a wallet cannot be cancelled. While it is open, another press waits for its answer.
 */
export function useWalletSession(options: WalletSessionOptions) {
  const { linkId, first, lockedAddress, chosen, onChange, onActivity } = options
  const [screen, setScreen] = useState<WalletScreen>(first ? connecting(first) : { kind: 'list' })
  const [problem, setProblem] = useState<WalletProblem | null>(null)
  const currentAttempt = useRef(new AbortController())
  const signingRequest = useRef<SigningRequest | null>(null)

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

  async function connect(adapter: Adapter): Promise<void> {
    await waitForConnection(adapter, show(connecting(adapter)))
  }

  async function waitForConnection(adapter: Adapter, signal: AbortSignal): Promise<void> {
    const result = await connectTo(adapter, signal)
    if (signal.aborted) return
    if (!result.ok) {
      show({ kind: 'list' }, { kind: result.problem, wallet: adapter.name })
      return
    }
    onChange({ name: adapter.name, address: result.address, signature: null })
    show({ kind: 'connected', adapter }, problemAfterConnect(adapter, result.address))
  }

  /** Makes a wallet sign the link's message. It keeps an open request, so that a later press can wait for it. */
  async function requestSignature(adapter: Adapter, address: string, signal: AbortSignal) {
    // The message contains the nonce, which must not enter the page. On its way from the server to the wallet, it stays
    // in this function and out of React's state.
    const message = await fetchProofMessage(linkId)
    if (signal.aborted) return { ok: false, problem: 'given_up' } as const
    if (message === null) return { ok: false, problem: 'site_offline' } as const
    const request: SigningRequest = { adapter, address, answer: signWith(adapter, { message, address }) }
    signingRequest.current = request
    const result = await request.answer
    if (signingRequest.current === request) signingRequest.current = null
    return result
  }

  /**
   * Makes a wallet sign, or waits for its open request.
   *
   * @returns the signature, or null if it did not sign.
   */
  async function sign(adapter: Adapter, address: string): Promise<string | null> {
    const request = signingRequest.current
    const open = request?.adapter === adapter && request.address === address ? request : null
    const signal = show({ kind: 'signing', adapter, isStillAsking: open !== null })
    const result = await (open?.answer ?? requestSignature(adapter, address, signal))
    if (signal.aborted) return null
    if (result.ok) {
      onChange({ name: adapter.name, address, signature: result.signature })
      show({ kind: 'connected', adapter })
      return result.signature
    }
    if (result.problem === 'disconnected') handleDisconnect(adapter)
    else show({ kind: 'connected', adapter }, { kind: result.problem, wallet: adapter.name })
    return null
  }

  function handleDisconnect(adapter: Adapter): void {
    forgetChoice()
    // The adapter also disconnects when the wallet switches to an account of another chain.
    const hasSwitched = 'wallet' in adapter && Reflect.get(adapter.wallet, 'sharesAccounts') === true
    show({ kind: 'list' }, { kind: hasSwitched ? 'no_account' : 'disconnected', wallet: adapter.name })
  }

  /** Forgets the wallet and its open request, which may have ended with the connection. */
  function forgetChoice(): void {
    signingRequest.current = null
    onChange(null)
  }

  function stopWaiting(): void {
    if (screen.kind !== 'connecting' && screen.kind !== 'signing') return
    const { kind, adapter } = screen
    show(kind === 'signing' ? { kind: 'connected', adapter } : { kind: 'list' }, {
      kind: 'given_up',
      wallet: adapter.name,
    })
  }

  function changeWallet(): void {
    const adapter = screen.kind === 'list' ? null : screen.adapter
    forgetChoice()
    show({ kind: 'list' })
    // After a disconnect the same wallet asks again which account to use. A failure to disconnect is harmless.
    adapter?.disconnect().catch(() => {})
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

function connecting(adapter: Adapter): WalletScreen {
  return { kind: 'connecting', adapter, isStillAsking: adapter.connecting }
}

/** Returns the address that the connected wallet can prove, or false if there is none. */
function addressToSignWith(screen: WalletScreen, { address }: ChosenWallet, lockedAddress: string | null) {
  if (screen.kind !== 'connected' || !canSign(screen.adapter)) return false
  return lockedAddress === null || lockedAddress === address ? address : false
}
