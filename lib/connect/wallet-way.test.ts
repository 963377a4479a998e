import { SolanaMobileWalletAdapterWalletName } from '@solana-mobile/wallet-adapter-mobile'
import { describe, expect, it } from 'vitest'
import type { WalletWay } from '@/lib/wallets/ways'
import type { Press } from './press'
import { openLink } from './test-support'
import { mobileWalletAdapterName, walletWayOf } from './wallet-way'

const link = openLink(Date.now())
const typed: Press = { walletAddress: 'address', signature: '', walletName: '' }
const chosen: Press = { ...typed, walletName: 'Phantom' }
const app = { id: 'phantom', walletAddress: 'address', publicKey: 'key', session: 'session' }

describe('walletWayOf', () => {
  it.each<[WalletWay, string, Press, { isPhone: boolean }]>([
    ['address', 'without a wallet', typed, { isPhone: true }],
    ['browser', 'with a wallet on a desktop', chosen, { isPhone: false }],
    ['in_app_browser', 'with a wallet in the browser of a phone', chosen, { isPhone: true }],
    [
      'mobile_wallet_adapter',
      'with the Mobile Wallet Adapter',
      { ...chosen, walletName: mobileWalletAdapterName },
      { isPhone: true },
    ],
  ])('returns %s for a press %s', (way, _what, press, { isPhone }) => {
    expect(walletWayOf(press, { link, isPhone })).toBe(way)
  })

  it('returns deep_link for the address of the chosen app, with or without a signature', () => {
    const options = { link: { ...link, app }, isPhone: true }
    expect(walletWayOf({ ...chosen, signature: 'signature' }, options)).toBe('deep_link')
    expect(walletWayOf(chosen, options)).toBe('deep_link')
    expect(walletWayOf({ ...chosen, walletAddress: 'another' }, options)).toBe('in_app_browser')
  })

  it('returns the way of the previous press when its signature is sent again', () => {
    const signed = { walletName: 'Phantom', signature: 'signature' }
    const entered = { walletAddress: 'address', signed, way: 'deep_link' } as const
    const options = { link: { ...link, entered }, isPhone: true }
    expect(walletWayOf({ ...chosen, signature: 'signature' }, options)).toBe('deep_link')
    expect(walletWayOf({ ...chosen, signature: 'another' }, options)).toBe('in_app_browser')
    expect(walletWayOf(chosen, options)).toBe('in_app_browser')
  })
})

it('mobileWalletAdapterName equals the name in the Mobile Wallet Adapter’s package', () => {
  expect(mobileWalletAdapterName).toBe(SolanaMobileWalletAdapterWalletName)
})
