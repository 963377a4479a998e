import { SolanaMobileWalletAdapterWalletName } from '@solana-mobile/wallet-adapter-mobile'
import { describe, expect, it } from 'vitest'
import type { Press } from './press'
import { openLink } from './test-support'
import { mobileWalletAdapterName, walletWayOf } from './wallet-way'

const link = openLink(Date.now())
const typed: Press = { walletAddress: 'address', signature: '', walletName: '' }
const chosen: Press = { ...typed, walletName: 'Phantom' }
const app = { id: 'phantom', walletAddress: 'address', publicKey: 'key', session: 'session' }

describe('walletWayOf', () => {
  it('returns the way by the wallet and the device', () => {
    expect(walletWayOf(typed, { link, isPhone: true })).toBe('address')
    expect(walletWayOf(chosen, { link, isPhone: false })).toBe('browser')
    expect(walletWayOf(chosen, { link, isPhone: true })).toBe('in_app_browser')
    const adapter = { ...chosen, walletName: mobileWalletAdapterName }
    expect(walletWayOf(adapter, { link, isPhone: true })).toBe('mobile_wallet_adapter')
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
