import type { WalletAccount } from './keys'

/** The behaviour of the test wallet. By default it is correct. */
export interface WalletBehaviour {
  name: string
  icon: string
  accounts: WalletAccount[]
  /** Whether it registers before the page's scripts, or when the test says so. */
  registers: 'at once' | 'when told'
  onConnect:
    | 'allow'
    | 'decline'
    | 'no account'
    | 'another chain'
    | 'all accounts'
    | 'second account'
    | 'never answer'
    | 'throw'
  onSign: 'sign' | 'decline' | 'never answer' | 'wrap' | 'throw'
  /** The message of the error that it throws with `throw`. */
  thrown: string
  /** What it does when the page disconnects it. */
  onDisconnect: 'disconnect' | 'never answer'
  /** Whether it has `solana:signMessage`. */
  canSign: boolean
}

/** The actions of a user in the wallet's window while the page is open. */
export interface WalletControl {
  register(): void
  /** Switches to the account with this index. The index after the last one means an account of another chain. */
  switchTo(account: number): void
  disconnect(): void
  /** Answers the requests that have waited since `never answer`. */
  answerLate(): void
  behave(change: Partial<Pick<WalletBehaviour, 'onConnect' | 'onSign' | 'onDisconnect'>>): void
}

declare global {
  interface Window {
    testWallets: Record<string, WalletControl>
    /** Reports each signature request to the test at once, because the page may close later. */
    walletIsAsked(name: string, text: string): void
  }
}

/**
 * Registers a wallet of the Wallet Standard that signs with Ed25519 in the browser's WebCrypto. It runs in the page
 * before the page's scripts, like an extension, so it must not use anything from outside this function.
 */
export function pageWallet(behaviour: WalletBehaviour): void {
  interface Account {
    address: string
    publicKey: Uint8Array
    chains: string[]
    features: string[]
    sign(message: Uint8Array): Promise<Uint8Array>
  }

  const bytesOf = (base64url: string) =>
    Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  const rejected = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

  let late: (() => void)[] = []
  const forever = () => new Promise<void>((resolve) => void late.push(resolve))

  const features = ['solana:signTransaction', ...(behaviour.canSign ? ['solana:signMessage'] : [])]
  const accounts = behaviour.accounts.map(({ address, privateKey }): Account => ({
    address,
    publicKey: bytesOf(privateKey.x),
    chains: ['solana:mainnet'],
    features,
    async sign(message) {
      const key = await crypto.subtle.importKey('jwk', privateKey, 'Ed25519', false, ['sign'])
      return new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)))
    },
  }))

  const ofAnotherChain: Account = {
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    publicKey: new Uint8Array(65),
    chains: ['eip155:1'],
    features,
    sign: () => Promise.reject(new Error('This account signs nothing.')),
  }

  let shown: Account[] = []
  const listeners = new Set<(change: { accounts: Account[] }) => void>()
  const show = (next: Account[]) => {
    shown = next
    for (const listener of listeners) listener({ accounts: shown })
  }

  async function connect() {
    if (behaviour.onConnect === 'throw') throw new Error(behaviour.thrown)
    if (behaviour.onConnect === 'decline') throw rejected()
    if (behaviour.onConnect === 'never answer') await forever()
    if (behaviour.onConnect === 'another chain') show([ofAnotherChain])
    else if (behaviour.onConnect === 'all accounts') show([...accounts])
    else if (behaviour.onConnect === 'second account') show(accounts.slice(1, 2))
    else if (behaviour.onConnect !== 'no account') show(accounts.slice(0, 1))
    return { accounts: shown }
  }

  async function disconnect() {
    if (behaviour.onDisconnect === 'never answer') await forever()
    show([])
  }

  async function signMessage({ account, message }: { account: Account; message: Uint8Array }) {
    window.walletIsAsked(behaviour.name, new TextDecoder().decode(message))
    if (behaviour.onSign === 'throw') throw new Error(behaviour.thrown)
    if (behaviour.onSign === 'decline') throw rejected()
    if (behaviour.onSign === 'never answer') await forever()
    // Some wallets sign an envelope around the message.
    const signed = behaviour.onSign === 'wrap' ? Uint8Array.of(0xff, ...message) : message
    return [{ signedMessage: signed, signature: await account.sign(signed) }]
  }

  const wallet = {
    version: '1.0.0',
    name: behaviour.name,
    icon: behaviour.icon,
    chains: ['solana:mainnet'],
    get accounts() {
      return shown
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: (change: { accounts: Account[] }) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: () => Promise.reject(new Error('This wallet signs no transactions.')),
      },
      ...(behaviour.canSign ? { 'solana:signMessage': { version: '1.0.0', signMessage } } : {}),
    },
  }

  // By the Wallet Standard, a wallet announces itself, and answers pages that ask later.
  type Api = { register: (registered: typeof wallet) => void }
  const callback = ({ register }: Api) => register(wallet)

  const control: WalletControl = {
    register() {
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
      window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent<Api>).detail))
    },
    switchTo: (index) => show([...accounts, ofAnotherChain].slice(index, index + 1)),
    disconnect: () => show([]),
    answerLate() {
      for (const answer of late) answer()
      late = []
    },
    behave: (change) => Object.assign(behaviour, change),
  }
  // A page may have several wallets.
  window.testWallets = { ...window.testWallets, [behaviour.name]: control }
  if (behaviour.registers === 'at once') control.register()
}
