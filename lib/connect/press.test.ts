import { SolanaMobileWalletAdapterWalletName } from '@solana-mobile/wallet-adapter-mobile'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { newAccount, signAs } from '@/e2e/wallet/keys'
import { checkPress, mobileWalletAdapterName, type Press } from './press'
import { proofMessage } from './proof'
import { openLink } from './test-support'

const wallet = newAccount()
const walletAddress = wallet.address
const link = openLink(Date.now())
const signature = bs58.encode(signAs(wallet, proofMessage(link)))
const context = { link, lockedAddress: undefined, isProofRequired: false, isPhone: false }
const typed: Press = { walletAddress: `  ${walletAddress} `, signature: '', walletName: '' }
const signed: Press = { walletAddress, signature, walletName: 'Phantom' }

describe('checkPress', () => {
  /** The result of the checks alone. */
  function checked(press: Press, change: Partial<typeof context> | { lockedAddress: string } = {}) {
    const { way: _way, entered: _entered, ...result } = checkPress(press, { ...context, ...change })
    return result
  }

  it('accepts the typed address and trims it, and a signature that proves the address', () => {
    expect(checked(typed)).toEqual({ ok: true, walletAddress, signature: undefined })
    expect(checked(signed, { isProofRequired: true })).toEqual({ ok: true, walletAddress, signature })
  })

  it('uses the address that the operator stores instead of the address in the form', () => {
    const result = checked({ ...typed, walletAddress: 'another' }, { lockedAddress: walletAddress })
    expect(result).toEqual({ ok: true, walletAddress, signature: undefined })
  })

  it('refuses a press without a required signature, without an address, or with a wrong signature, which the log explains', () => {
    const refused = (kind: string, problem: string, reason: string) => ({
      ok: false,
      outcome: { kind, problem },
      reason,
    })
    const unsigned = checked(typed, { isProofRequired: true })
    expect(unsigned).toEqual(refused('proof_problem', 'missing', 'missing_signature'))
    const empty = checked({ ...typed, walletAddress: ' ' })
    expect(empty).toEqual(refused('address_problem', 'missing', 'invalid_wallet_address'))
    const wrong = checked({ ...signed, signature: '5'.repeat(88) })
    const problem = refused('proof_problem', 'refused', 'invalid_signature')
    expect(wrong).toEqual({ ...problem, proofProblem: 'wrong_signature' })
  })

  it('keeps the typed address, the signature, the wallet’s name and the way', () => {
    expect(checkPress(typed, context).entered).toEqual({ walletAddress: typed.walletAddress })
    const entered = { walletAddress, signed: { walletName: 'Phantom', signature }, way: 'browser' }
    expect(checkPress(signed, context).entered).toEqual(entered)
  })

  it('drops a signature when it is refused', () => {
    expect(checkPress({ ...signed, signature: '5'.repeat(88) }, context).entered).toEqual({ walletAddress })
  })

  it('shortens the address and the wallet’s name, and drops a signature that is too long', () => {
    const bytesOf = (press: Press) => JSON.stringify(checkPress(press, context).entered).length
    const long = { walletAddress: 'a'.repeat(9999), signature: 's'.repeat(9999), walletName: 'n'.repeat(9999) }
    expect(bytesOf(long)).toBeLessThan(300)
    expect(bytesOf({ ...long, signature: 's' })).toBeLessThan(450)
  })
})

describe('the way of a press', () => {
  const typed: Press = { walletAddress: 'address', signature: '', walletName: '' }
  const chosen: Press = { ...typed, walletName: 'Phantom' }
  const app = { id: 'phantom', walletAddress: 'address', publicKey: 'key', session: 'session' }
  const wayOf = (press: Press, of: { link?: typeof link; isPhone: boolean }) =>
    checkPress(press, { ...context, ...of }).way

  it('is the wallet’s on this device', () => {
    expect(wayOf(typed, { isPhone: true })).toBe('address')
    expect(wayOf(chosen, { isPhone: false })).toBe('browser')
    expect(wayOf(chosen, { isPhone: true })).toBe('in_app_browser')
    const adapter = { ...chosen, walletName: mobileWalletAdapterName }
    expect(wayOf(adapter, { isPhone: true })).toBe('mobile_wallet_adapter')
  })

  it('is deep_link for the address of the chosen app, with or without a signature', () => {
    const options = { link: { ...link, app }, isPhone: true }
    expect(wayOf({ ...chosen, signature: 'signature' }, options)).toBe('deep_link')
    expect(wayOf(chosen, options)).toBe('deep_link')
    expect(wayOf({ ...chosen, walletAddress: 'another' }, options)).toBe('in_app_browser')
  })

  it('is the way of the previous press when its signature is sent again', () => {
    const signed = { walletName: 'Phantom', signature: 'signature' }
    const entered = { walletAddress: 'address', signed, way: 'deep_link' } as const
    const options = { link: { ...link, entered }, isPhone: true }
    expect(wayOf({ ...chosen, signature: 'signature' }, options)).toBe('deep_link')
    expect(wayOf({ ...chosen, signature: 'another' }, options)).toBe('in_app_browser')
    expect(wayOf(chosen, options)).toBe('in_app_browser')
  })
})

it('mobileWalletAdapterName equals the name in the Mobile Wallet Adapter’s package', () => {
  expect(mobileWalletAdapterName).toBe(SolanaMobileWalletAdapterWalletName)
})
