import { SolanaMobileWalletAdapterWalletName } from '@solana-mobile/wallet-adapter-mobile'
import { describe, expect, it } from 'vitest'
import type { NotConfirmed } from './outcome'
import { checkPress, enteredIn, mobileWalletAdapterName, walletWayOf, type Press } from './press'
import { proofMessage } from './proof'
import { newWallet, openLink } from './test-support'

const wallet = newWallet()
const walletAddress = wallet.address
const link = openLink(Date.now())
const signature = wallet.sign(proofMessage(link))
const context = { link, lockedAddress: undefined, isProofRequired: false }
const typed: Press = { walletAddress: `  ${walletAddress} `, signature: '', walletName: '' }
const signed: Press = { walletAddress, signature, walletName: 'Phantom' }

describe('checkPress', () => {
  it('accepts the typed address and trims it, and a signature that proves the address', () => {
    expect(checkPress(typed, context)).toEqual({ ok: true, walletAddress, signature: undefined })
    expect(checkPress(signed, { ...context, isProofRequired: true })).toEqual({ ok: true, walletAddress, signature })
  })

  it('uses the address that the operator stores instead of the address in the form', () => {
    const press = { ...typed, walletAddress: 'another' }
    const checked = checkPress(press, { ...context, lockedAddress: walletAddress })
    expect(checked).toEqual({ ok: true, walletAddress, signature: undefined })
  })

  it('refuses a press without a required signature, without an address, or with a wrong signature, which the log explains', () => {
    const refused = (kind: string, problem: string, reason: string) => ({
      ok: false,
      outcome: { kind, problem },
      reason,
    })
    const unsigned = checkPress(typed, { ...context, isProofRequired: true })
    expect(unsigned).toEqual(refused('proof_problem', 'missing', 'missing_signature'))
    const empty = checkPress({ ...typed, walletAddress: ' ' }, context)
    expect(empty).toEqual(refused('address_problem', 'missing', 'invalid_wallet_address'))
    const wrong = checkPress({ ...signed, signature: '5'.repeat(88) }, context)
    const problem = refused('proof_problem', 'refused', 'invalid_signature')
    expect(wrong).toEqual({ ...problem, proofProblem: 'wrong_signature' })
  })
})

describe('enteredIn', () => {
  const wait: NotConfirmed = { kind: 'wait', cause: 'queue', until: 0, place: null, message: null, code: null }

  it('keeps the typed address, the signature, the wallet’s name and the way', () => {
    expect(enteredIn(typed, wait, 'address')).toEqual({ walletAddress: typed.walletAddress })
    const entered = { walletAddress, signed: { walletName: 'Phantom', signature }, way: 'deep_link' }
    expect(enteredIn(signed, wait, 'deep_link')).toEqual(entered)
  })

  it('drops a refused signature', () => {
    expect(enteredIn(signed, { kind: 'proof_problem', problem: 'refused' }, 'browser')).toEqual({ walletAddress })
  })

  it('shortens the address and the wallet’s name, and drops a signature that is too long', () => {
    const long = { walletAddress: 'a'.repeat(9999), signature: 's'.repeat(9999), walletName: 'n'.repeat(9999) }
    expect(JSON.stringify(enteredIn(long, wait, 'address')).length).toBeLessThan(300)
    expect(JSON.stringify(enteredIn({ ...long, signature: 's' }, wait, 'deep_link')).length).toBeLessThan(450)
  })
})

describe('walletWayOf', () => {
  const typed: Press = { walletAddress: 'address', signature: '', walletName: '' }
  const chosen: Press = { ...typed, walletName: 'Phantom' }
  const app = { id: 'phantom', walletAddress: 'address', publicKey: 'key', session: 'session' }

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
