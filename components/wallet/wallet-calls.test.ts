import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newAccount, signAs } from '@/e2e/wallet/keys'
import type { DetectedWallet } from './detected-wallets'
import { DetectedWalletAdapter } from './detected-wallet-adapter'
import { connectTo, signWith } from './wallet-calls'

const wallet = newAccount()
const { address } = wallet

describe('signWith', () => {
  const message = 'service-connect:a:b'
  const signed = signAs(wallet, message)
  const answerTo = (answer: unknown) =>
    signWith({ signMessage: async () => answer } as unknown as Adapter, { message, address })

  it('returns a signature as base58 when the wallet returns bytes, a list, JSON of bytes or a text', async () => {
    for (const [what, answer] of Object.entries({
      bytes: Uint8Array.from(signed),
      'a list': [...signed],
      'JSON of bytes': JSON.parse(JSON.stringify(Uint8Array.from(signed))),
      'JSON of a buffer': JSON.parse(JSON.stringify(signed)),
      base58: bs58.encode(signed),
      base64: signed.toString('base64'),
      base64url: signed.toString('base64url'),
      hexadecimal: `0x${signed.toString('hex')}`,
    }))
      expect(await answerTo(answer), what).toEqual({ ok: true, signature: bs58.encode(signed) })
  })

  it('reports a wrong signature when the answer is not a signature of the message by the account', async () => {
    const other = signAs(wallet, 'another message')
    for (const answer of [
      other,
      signAs(newAccount(), message),
      bs58.encode(other),
      signed.subarray(1),
      {},
      { data: null },
      null,
      undefined,
      7,
      'x'.repeat(100_000),
    ])
      expect(await answerTo(answer)).toEqual({ ok: false, problem: 'wrong_signature' })
  })
})

describe('connectTo and signWith', () => {
  beforeEach(() => {
    // An adapter works only in a browser.
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
  })

  /** Returns an adapter of a wallet that already shares its accounts, so that it is not asked to connect. */
  const adapterOf = (accounts: object[], request = async () => {}, preferredAddress: string | null = null) =>
    new DetectedWalletAdapter(
      {
        name: 'A wallet',
        icon: 'data:image/png;base64,AAAA',
        wallet: {
          accounts,
          features: {
            'standard:connect': { connect: request },
            'standard:events': { on: () => () => {} },
            'solana:signTransaction': { supportedTransactionVersions: ['legacy'] },
            'solana:signMessage': { signMessage: request },
          },
        },
      } as unknown as DetectedWallet,
      preferredAddress,
    )
  const account = { address, chains: ['solana:mainnet'], features: ['solana:signMessage'] }

  it('see the accounts that the wallet has by then, under the name that it had when it registered itself', async () => {
    const accounts: object[] = []
    const adapter = adapterOf(accounts)
    accounts.push(account)
    expect(await connectTo(adapter)).toEqual({ ok: true, address })
    expect(adapter.name).toBe('A wallet')
  })

  it('see only the accounts of Solana that an adapter can use, wherever the wallet lists them', async () => {
    const others = [
      { ...account, chains: ['eip155:1'], address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      { ...account, chains: ['sui:mainnet'] },
      { ...account, chains: undefined },
      { ...account, chains: [7] },
      { ...account, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      // Base58 of 33 bytes.
      { ...account, address: '1'.repeat(33) },
      { ...account, address: undefined },
      { ...account, features: undefined },
      null,
    ] as object[]
    for (const other of others) {
      const adapter = adapterOf([other])
      expect(adapter.hasOnlyOtherAccounts).toBe(true)
      expect(await connectTo(adapter)).toEqual({ ok: false, problem: 'no_account' })
    }
    const last = { ...account, chains: ['eip155:1', 'solana:devnet'] }
    expect(await connectTo(adapterOf([...others, last]))).toEqual({ ok: true, address })
    const unlisted = adapterOf(null as never)
    expect([unlisted.hasOnlyOtherAccounts, (await connectTo(unlisted)).ok]).toEqual([false, false])
  })

  it('connect the preferred account, wherever the wallet lists it, and otherwise the first one', async () => {
    const second = { ...account, address: '4Nd1mYvjR3hQ5J2kq8mWcXcYb9s7TzZ6y1VhQ2cQ5n3P' }
    const accounts = [account, second]
    expect(await connectTo(adapterOf(accounts, undefined, second.address))).toMatchObject({ address: second.address })
    expect(await connectTo(adapterOf(accounts, undefined, 'another'))).toMatchObject({ address })
  })
})
