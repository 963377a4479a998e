import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { hasUnregisteredWallet } from './detected-wallets'
import { EarlyWallets } from './early-wallets'
import { usableWallet } from './usable-wallet'

const features = {
  'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
  'standard:events': { version: '1.0.0', on: () => () => {} },
  'solana:signTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy'],
    signTransaction: async () => [],
  },
}
const icon = 'data:image/png;base64,AAAA'
const wallet = { version: '1.0.0', name: 'A wallet', icon, chains: ['solana:mainnet'], accounts: [], features }
const usable = (value: unknown) => usableWallet(value as Parameters<typeof usableWallet>[0])
const usableWith = (change: object) => usable({ ...wallet, ...change })
const withFeature = (name: string, feature?: unknown) => ({ features: { ...features, [name]: feature } })

/** Runs the page's first script beside these wallets. Returns the number of wallets for which it makes room, or null. */
function countedEarly(...wallets: unknown[]): string | null {
  const dataset: Record<string, string> = {}
  const style = new Map<string, string>()
  const documentElement = { dataset, style: { setProperty: (name: string, value: string) => style.set(name, value) } }
  const { __html: script } = EarlyWallets({ nonce: undefined }).props.dangerouslySetInnerHTML
  runInNewContext(script, {
    CustomEvent,
    document: { documentElement, addEventListener: () => {} },
    performance: { getEntriesByType: () => [] },
    dispatchEvent: ({ detail }: CustomEvent) => wallets.forEach((one) => detail.register(one)),
  })
  return dataset['wallets'] === '' ? (style.get('--wallets') ?? null) : null
}

describe('usableWallet', () => {
  it('returns a short name of one line, without invisible marks', () => {
    for (const [name, shown] of [
      ['W'.repeat(100_000), 'W'.repeat(80)],
      ['\u202eevil\u2066\u200b', 'evil'],
      [' A\n\n\0wallet\t', 'A wallet'],
      ['<img src=x onerror=1>', '<img src=x onerror=1>'],
    ])
      expect(usableWith({ name })?.name).toBe(shown)
  })

  it('limits the length of an icon', () => {
    expect(usableWith({ icon: icon + 'A'.repeat(5_000_000) })?.icon.length).toBe(200_000)
  })

  it('returns null for a wallet that the page could not show or use', () => {
    for (const [what, change] of Object.entries({
      'a name that is no text': { name: { text: 'A wallet' } },
      'a name that cannot be seen': { name: '\u200b \u202e' },
      'an icon that is no text': { icon: 7 },
      'an icon that is a symbol': { icon: Symbol('An icon') },
      'another chain': { chains: ['eip155:1'] },
      'chains that are no list': { chains: null },
      'no features': { features: undefined },
      'accounts that are no list': { accounts: null },
      'no connect': withFeature('standard:connect'),
      'a connect that is no function': withFeature('standard:connect', {}),
      'no events': withFeature('standard:events'),
      'events that are no function': withFeature('standard:events', {}),
      'no transactions': withFeature('solana:signTransaction'),
    })) {
      expect(usableWith(change), what).toBeNull()
      // Otherwise the styles would hide the address field behind an empty list.
      expect(countedEarly({ ...wallet, ...change }), what).toBeNull()
    }
    for (const value of [null, undefined, 'a text', 7]) {
      expect(usable(value)).toBeNull()
      expect(countedEarly(value)).toBeNull()
    }
  })

  it('is counted once by the first script of the page, which makes room for at most 50', () => {
    expect(countedEarly(wallet, { ...wallet }, wallet, null)).toBe('2')
    expect(countedEarly(...Array.from({ length: 60 }, () => ({ ...wallet })))).toBe('50')
  })
})

it('hasUnregisteredWallet returns true only when an extension is in the page that has not registered its wallet', () => {
  const phantom = { name: 'Phantom', icon } as const
  for (const [window, registered, has] of [
    [{}, [], false],
    [{ phantom: { ethereum: {} } }, [], false],
    [{ isPhantomInstalled: true }, [], true],
    [{ isPhantomInstalled: true }, [phantom], false],
    [{ coinbaseSolana: {} }, [phantom], true],
    [{ trustwallet: {} }, [phantom], true],
    [{ trustwallet: {} }, [{ name: 'Trust', icon }], false],
  ] as const) {
    vi.stubGlobal('window', window)
    expect(hasUnregisteredWallet(registered)).toBe(has)
  }
})
