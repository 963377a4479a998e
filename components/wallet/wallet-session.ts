import type { Adapter } from '@solana/wallet-adapter-base'
import { store } from '@/components/ui/at-load'
import type { SimpleFailure } from '@/lib/wallets/errors'
import type { ChosenWallet, WalletActivity } from './chosen-wallet'
import { reportProblem } from './report-problem'
import { lastWalletKey } from './detected-wallets'
import { DetectedWalletAdapter } from './detected-wallet-adapter'
import { canSign, connectTo, signWith } from './wallet-calls'

export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

export type WalletScreen<Wallet = Adapter> =
  | { kind: 'connecting'; adapter: Wallet }
  | { kind: 'failed'; adapter: Wallet; problem: WalletProblem }
  | { kind: 'signing'; adapter: Wallet; chosen: ChosenWallet }
  /** With the problem that led to it. */
  | { kind: 'connected'; adapter: Wallet; chosen: ChosenWallet; problem?: WalletProblem | null }

/** A wallet that never answers may not answer this either. */
const maxDisconnectMs = 2000

/** The end of an earlier session. */
let disconnecting: Promise<unknown> | null = null

export interface WalletSessionOptions {
  linkId: string
  adapter: Adapter
  /** Makes a new adapter for another request, because an unanswered one blocks all others. Null if the wallet is broken. */
  renew: () => Adapter | null
  /** The account's fixed address, if it has one. The user can connect no other. */
  lockedAddress: string | null
  onChange: (chosen: ChosenWallet | null) => void
  onActivity: (activity: WalletActivity) => void
  /** The user wants another wallet. */
  onEnd: () => void
}

/**
 * Connects a wallet and lets it sign. A wallet may respond late, twice or never. So a result counts only while the
 * screen that asked for it is shown.
 */
export function walletSession(options: WalletSessionOptions, onScreen: (screen: WalletScreen) => void) {
  const { linkId, lockedAddress, onChange, onActivity } = options
  /** Null before and after the session. */
  let shown: WalletScreen | null = null

  function show<Screen extends WalletScreen>(next: Screen): Screen {
    const hadChosen = chosenOn(shown) !== null
    shown = next
    onScreen(next)
    if (hadChosen || chosenOn(next)) onChange(chosenOn(next))
    onActivity(activityOn(next))
    if ('problem' in next && next.problem) reportProblem(linkId, next.problem.kind)
    return next
  }

  function activityOn(next: WalletScreen): WalletActivity {
    if (next.kind !== 'connected') return { kind: 'alone' }
    const { adapter, chosen } = next
    const isSignable = !chosen.signature && !problemOf(adapter, chosen)
    return isSignable ? { kind: 'can_sign', sign: () => sign(adapter, chosen) } : { kind: 'none' }
  }

  function problemOf(adapter: Adapter, { address }: ChosenWallet): WalletProblem | null {
    if (lockedAddress !== null && address !== lockedAddress) {
      return { kind: 'other_address', wallet: adapter.name, own: address, locked: lockedAddress }
    }
    return canSign(adapter) ? null : { kind: 'cannot_sign', wallet: adapter.name }
  }

  const connect = (adapter: Adapter) => void waitForConnection(show({ kind: 'connecting', adapter }))

  async function waitForConnection(asking: Extract<WalletScreen, { kind: 'connecting' }>): Promise<void> {
    const { adapter } = asking
    // A wallet that is still disconnecting would connect with the former account, and then disconnect.
    await disconnecting
    if (shown !== asking) return
    const result = await connectTo(adapter)
    if (shown !== asking) return
    if (!result.ok) {
      show({ kind: 'failed', adapter, problem: { kind: result.problem, wallet: adapter.name } })
      return
    }
    store('localStorage', lastWalletKey, adapter.name)
    const chosen = { name: adapter.name, address: result.address, signature: null }
    show({ kind: 'connected', adapter, chosen, problem: problemOf(adapter, chosen) })
    adapter.on('connect', () => switchAccount(adapter))
    adapter.on('disconnect', () => handleDisconnect(adapter))
  }

  /** Makes a wallet sign the link's message. */
  async function sign(adapter: Adapter, chosen: ChosenWallet): Promise<void> {
    const asking = show({ kind: 'signing', adapter, chosen })
    // The message contains the nonce, which must not enter the page. The message stays in this function on its way from
    // the server to the wallet, and never enters React's state.
    const message = await fetchProofMessage(linkId)
    if (shown !== asking) return
    const offline = { ok: false, problem: 'site_offline' } as const
    const result = message === null ? offline : await signWith(adapter, { message, address: chosen.address })
    if (shown !== asking) return
    if (result.ok) {
      show({ kind: 'connected', adapter, chosen: { ...chosen, signature: result.signature } })
    } else if (result.problem === 'disconnected') {
      disconnect(adapter)
      handleDisconnect(adapter)
    } else show({ kind: 'connected', adapter, chosen, problem: { kind: result.problem, wallet: adapter.name } })
  }

  function switchAccount(adapter: Adapter): void {
    const before = chosenOn(shown)?.address
    const address = adapter.publicKey?.toBase58()
    if (before === undefined || address === undefined || before === address) return
    const chosen = { name: adapter.name, address, signature: null }
    const switched = { kind: 'switched', wallet: adapter.name, before, now: address } as const
    show({ kind: 'connected', adapter, chosen, problem: problemOf(adapter, chosen) ?? switched })
  }

  function handleDisconnect(adapter: Adapter): void {
    // The adapter also disconnects when the wallet switches to an account of another chain.
    const isElsewhere = adapter instanceof DetectedWalletAdapter && adapter.hasOnlyOtherAccounts
    const kind = isElsewhere ? 'no_account' : 'disconnected'
    show({ kind: 'failed', adapter, problem: { kind, wallet: adapter.name } })
  }

  /** Ends a wallet's session, so that it asks again which account to use. A failure is harmless. */
  function disconnect(adapter: Adapter): void {
    // The adapter's event about it would be no news.
    adapter.removeAllListeners()
    const tooLong = new Promise((resolve) => setTimeout(resolve, maxDisconnectMs))
    disconnecting = Promise.race([adapter.disconnect().catch(() => {}), tooLong])
  }

  /** Ignores the wallet's answer from now on. The wallet's own prompt cannot be closed. */
  function stopWaiting(): void {
    if (shown?.kind !== 'connecting' && shown?.kind !== 'signing') return
    const { adapter } = shown
    const problem = { kind: 'given_up', wallet: adapter.name } as const
    if (shown.kind === 'connecting') {
      show({ kind: 'failed', adapter, problem })
      disconnect(adapter)
    } else if (adapter.connected) show({ ...shown, kind: 'connected', problem })
    // The Mobile Wallet Adapter never answers a request to sign if the app has forgotten this site.
    else handleDisconnect(adapter)
  }

  function changeWallet(): void {
    if (!shown) return
    const { adapter } = shown
    if (chosenOn(shown)) onChange(null)
    onActivity({ kind: 'none' })
    shown = null
    disconnect(adapter)
    options.onEnd()
  }

  /** Asks the wallet again, whether it has failed or not answered yet. */
  function retry(): void {
    if (!shown) return
    if (shown.kind === 'signing' && shown.adapter.connected) return void sign(shown.adapter, shown.chosen)
    const adapter = options.renew()
    if (!adapter) return changeWallet()
    disconnect(shown.adapter)
    connect(adapter)
  }

  /** Call the result when the wallet section leaves the page. */
  function start(): () => void {
    connect(options.adapter)
    return () => {
      shown?.adapter.removeAllListeners()
      shown = null
    }
  }

  return { start, retry, stopWaiting, changeWallet }
}

const chosenOn = (screen: WalletScreen | null) => (screen && 'chosen' in screen ? screen.chosen : null)

/**
 * Fetches what a wallet must sign. If the link is gone or the user is signed out, it reloads the page and never
 * returns. Null if the browser could not reach the site.
 */
async function fetchProofMessage(linkId: string): Promise<string | null> {
  const url = `/connect/proof-message?link=${encodeURIComponent(linkId)}`
  const response = await fetch(url, { cache: 'no-store' }).catch(() => null)
  if (response === null || response.status >= 500) return null
  if (response.ok) return response.text().catch(() => null)
  window.location.reload()
  return new Promise(() => {})
}
