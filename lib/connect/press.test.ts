import { generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import type { NotConfirmed } from './outcome'
import { checkPress, enteredIn, type Press, type PressContext } from './press'
import { proofMessage } from './proof'
import { openLink } from './test-support'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const walletAddress = bs58.encode(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
const link = openLink(Date.now())
const signature = bs58.encode(sign(null, Buffer.from(proofMessage(link)), privateKey))
const context: PressContext = { link, lockedAddress: undefined, isProofRequired: false }
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
