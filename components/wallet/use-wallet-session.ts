'use client'

import type { Adapter } from '@solana/wallet-adapter-base'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChosenWallet } from '@/components/wallet/chosen-wallet'
import { canSign, connectTo, signWith } from '@/components/wallet/wallet-calls'
import type { WalletProblem } from '@/components/wallet/wallet-problem'
import type { ProofRequest } from '@/lib/connect/confirm-state'

/** Where the user is with their wallet. */
export type WalletScreen = { kind: 'list' } | { kind: 'connecting' | 'connected' | 'signing'; adapter: Adapter }

/** What the page's form needs from, and tells, the wallet part. */
export interface WalletSessionOptions {
  requestId: string
  /** The only address that will do, where the user's account has one. */
  lockedAddress: string | null
  chosen: ChosenWallet | null
  onChange: (chosen: ChosenWallet | null) => void
  /** Asks the server for what is to be signed. */
  askForMessage: () => Promise<ProofRequest | { kind: 'site_offline' }>
  /** The link of this page has ended, or a newer one has been opened. */
  onLinkGone: (kind: 'superseded' | 'nothing_held') => void
}

/**
 * Connects one wallet at a time and has it sign. A wallet may answer late, twice or never: only the
 * attempt that the user is waiting for is listened to.
 */
export function useWalletSession(options: WalletSessionOptions) {
  const { requestId, lockedAddress, chosen, onChange, askForMessage, onLinkGone } = options
  const [screen, setScreen] = useState<WalletScreen>({ kind: 'list' })
  const [problem, setProblem] = useState<WalletProblem | null>(null)
  const attempt = useRef(new AbortController())

  /** Shows a screen, and from now on ignores whatever was under way. */
  function show(next: WalletScreen, nextProblem: WalletProblem | null = null): AbortSignal {
    attempt.current.abort()
    attempt.current = new AbortController()
    setScreen(next)
    setProblem(nextProblem)
    return attempt.current.signal
  }

  /** What to say about a wallet that has just shown its address. */
  function problemWith(adapter: Adapter, address: string): WalletProblem | null {
    if (lockedAddress !== null && address !== lockedAddress) {
      return { kind: 'other_address', wallet: adapter.name, own: address, locked: lockedAddress }
    }
    return canSign(adapter) ? null : { kind: 'cannot_sign', wallet: adapter.name }
  }

  async function connect(adapter: Adapter): Promise<void> {
    const signal = show({ kind: 'connecting', adapter })
    const answer = await connectTo(adapter, signal)
    if (signal.aborted) return
    if (!answer.ok) {
      show({ kind: 'list' }, { kind: answer.problem, wallet: adapter.name })
      return
    }
    onChange({ name: adapter.name, address: answer.address, proof: null })
    show({ kind: 'connected', adapter }, problemWith(adapter, answer.address))
  }

  async function sign(adapter: Adapter): Promise<void> {
    if (!chosen) return
    const signal = show({ kind: 'signing', adapter })
    // The message carries the nonce, which is never written into the page: it stays in this function,
    // out of React's state, on its way from the server to the wallet.
    const request = await askForMessage()
    if (signal.aborted) return
    if (request.kind === 'site_offline') {
      show({ kind: 'connected', adapter }, { kind: 'site_offline', wallet: adapter.name })
    } else if (request.kind !== 'message') {
      show({ kind: 'connected', adapter })
      onLinkGone(request.kind)
    } else {
      const answer = await signWith(adapter, { message: request.message, address: chosen.address })
      if (signal.aborted) return
      if (answer.ok) {
        onChange({ ...chosen, proof: { requestId, signature: answer.signature } })
        show({ kind: 'connected', adapter })
      } else if (answer.problem === 'disconnected') {
        lose(adapter)
      } else {
        show({ kind: 'connected', adapter }, { kind: answer.problem, wallet: adapter.name })
      }
    }
  }

  function lose(adapter: Adapter): void {
    onChange(null)
    show({ kind: 'list' }, { kind: 'disconnected', wallet: adapter.name })
  }

  function giveUp(): void {
    if (screen.kind !== 'connecting' && screen.kind !== 'signing') return
    const { kind, adapter } = screen
    show(kind === 'signing' ? { kind: 'connected', adapter } : { kind: 'list' }, {
      kind: 'given_up',
      wallet: adapter.name,
    })
  }

  function changeWallet(): void {
    const adapter = screen.kind === 'list' ? null : screen.adapter
    onChange(null)
    show({ kind: 'list' })
    // So that the same wallet asks again which account it is to be. Whether it can is its own affair.
    adapter?.disconnect().catch(() => {})
  }

  const onSwitched = useEffectEvent((adapter: Adapter, now: string) => {
    if (!chosen || now === chosen.address) return
    onChange({ name: adapter.name, address: now, proof: null })
    show(
      { kind: 'connected', adapter },
      problemWith(adapter, now) ?? { kind: 'switched', wallet: adapter.name, before: chosen.address, now },
    )
  })

  const onDisconnected = useEffectEvent(lose)

  const inUse = screen.kind === 'connected' || screen.kind === 'signing' ? screen.adapter : null
  useEffect(() => {
    if (!inUse) return
    const handleConnect: Parameters<typeof inUse.on<'connect'>>[1] = (publicKey) =>
      onSwitched(inUse, publicKey.toBase58())
    const handleDisconnect = () => onDisconnected(inUse)
    inUse.on('connect', handleConnect)
    inUse.on('disconnect', handleDisconnect)
    return () => {
      inUse.off('connect', handleConnect)
      inUse.off('disconnect', handleDisconnect)
    }
  }, [inUse])

  useEffect(() => () => attempt.current.abort(), [])

  return { screen, problem, connect, sign, giveUp, changeWallet }
}
