import { describe, expect, it } from 'vitest'
import { checkedCopy } from './detected-wallets'

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
const copyOf = (change: object) =>
  checkedCopy({
    version: '1.0.0',
    name: 'A wallet',
    icon,
    chains: ['solana:mainnet'],
    accounts: [],
    features,
    ...change,
  } as unknown as Parameters<typeof checkedCopy>[0])
const without = (feature: string) => ({ features: { ...features, [feature]: undefined } })

describe('checkedCopy', () => {
  it('copies the name, the icon, the accounts and the features of the wallet', () => {
    expect(copyOf({})).toMatchObject({ name: 'A wallet', icon, accounts: [], features })
  })

  it.each([
    ['a name of 100,000 letters', 'W'.repeat(100_000), 'W'.repeat(80)],
    ['a name with marks that turn the direction', '\u202eevil\u2066\u200b', 'evil'],
    ['a name with lines and control characters', ' A\n\n\0wallet\t', 'A wallet'],
    ['a name with markup', '<img src=x onerror=1>', '<img src=x onerror=1>'],
  ])('returns a short name of one line when the wallet has %s', (_what, name, shown) =>
    expect(copyOf({ name })?.name).toBe(shown),
  )

  it('keeps the name and the icon but updates the accounts when the wallet changes them', () => {
    const wallet = {
      version: '1.0.0',
      name: 'Before',
      icon,
      chains: ['solana:mainnet'],
      accounts: [] as string[],
      features,
    }
    const copy = checkedCopy(wallet as unknown as Parameters<typeof checkedCopy>[0])
    Object.assign(wallet, { name: 7, icon: 'https://tracker.example/', accounts: ['an account'] })
    expect(copy).toMatchObject({ name: 'Before', icon, accounts: ['an account'] })
  })

  it('limits the length of an icon', () => {
    expect(copyOf({ icon: icon + 'A'.repeat(5_000_000) })?.icon.length).toBe(200_000)
  })

  it.each([
    ['a name that is no text', { name: { text: 'A wallet' } }],
    ['a name that cannot be seen', { name: '\u200b \u202e' }],
    ['an icon that is no text', { icon: 7 }],
    ['an icon that is a symbol', { icon: Symbol('An icon') }],
    ['another chain', { chains: ['eip155:1'] }],
    ['chains that are no list', { chains: null }],
    ['no features', { features: undefined }],
    ['no connect', without('standard:connect')],
    ['no events', without('standard:events')],
    ['no transactions', without('solana:signTransaction')],
  ])('returns null for a wallet with %s', (_what, change) => expect(copyOf(change)).toBeNull())

  it.each([null, undefined, 'a text', 7])('returns null for %j', (wallet) => {
    expect(checkedCopy(wallet as unknown as Parameters<typeof checkedCopy>[0])).toBeNull()
  })
})
