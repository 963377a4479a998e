/**
 * Registers broken wallets, each with another fault, and then more wallets than any user has. The unit test of
 * detected-wallets.ts has more faults. It runs in the page before the page's scripts, like an extension, so it must not
 * use anything from outside this function.
 */
export function brokenWallets({ crowd }: { crowd: number }): void {
  const fail = () => {
    throw new Error('This wallet is broken.')
  }
  const on = () => () => {}
  const connect = () => Promise.reject(new Error('This wallet is broken.'))
  const features = {
    'standard:connect': { version: '1.0.0', connect },
    'standard:events': { version: '1.0.0', on },
    'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy'], signTransaction: connect },
    'solana:signMessage': { version: '1.0.0', signMessage: connect },
  }
  const wallet = (name: unknown, change: object = {}) => ({
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,',
    chains: ['solana:mainnet'],
    accounts: [],
    features,
    ...change,
  })
  const throwing = (name: string, property: string) =>
    Object.defineProperty(wallet(name), property, { get: fail, enumerable: true })
  const wallets = [
    null,
    wallet(Symbol('A symbol')),
    throwing('Without name', 'name'),
    throwing('Without icon', 'icon'),
    throwing('Without chains', 'chains'),
    throwing('Without features', 'features'),
    throwing('Without accounts', 'accounts'),
    wallet('Chains null', { chains: null }),
    wallet('Events fail', { features: { ...features, 'standard:events': { on: fail } } }),
    wallet('Icon huge', { icon: `data:image/png;base64,${'A'.repeat(5_000_000)}` }),
    wallet('W'.repeat(100_000), {
      features: { ...features, 'standard:connect': { version: '1.0.0', connect: () => new Promise(() => {}) } },
    }),
    wallet('\u202eReversed\u0000\n'),
    wallet('Twice'),
    wallet('Twice'),
    ...Array.from({ length: crowd }, (_, index) => wallet(`Crowd ${index}`)),
  ]
  type Api = { register: (registered: unknown) => unknown }
  const registerAll = ({ register }: Api) => {
    for (const one of wallets) register(one)
  }
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerAll }))
  window.addEventListener('wallet-standard:app-ready', (event) => registerAll((event as CustomEvent<Api>).detail))
}
