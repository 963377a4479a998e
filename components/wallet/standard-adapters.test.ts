import { describe, expect, it } from 'vitest'
import type { DetectedWallet } from './detected-wallets'
import { solanaWallet } from './standard-adapters'

describe('solanaWallet', () => {
  const account = { address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', chains: ['solana:mainnet'], features: [] }
  const withAccounts = (accounts: unknown, preferredAddress: string | null = null) => {
    const wallet = { name: 'A wallet', icon: 'data:image/png;base64,AAAA', features: {}, accounts }
    return solanaWallet(wallet as unknown as DetectedWallet, preferredAddress).accounts
  }

  it('has only the accounts of Solana that an adapter can use', () => {
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
    ]
    for (const one of others) expect(withAccounts([one])).toEqual([])
    const other = { ...account, chains: ['eip155:1', 'solana:devnet'] }
    expect(withAccounts([...others, other, account])).toEqual([other, account])
  })

  it('has no accounts when the wallet cannot list them any more', () => {
    expect(withAccounts(null)).toEqual([])
  })

  it('has the preferred account first, wherever the wallet lists it', () => {
    const second = { ...account, address: '4Nd1mYvjR3hQ5J2kq8mWcXcYb9s7TzZ6y1VhQ2cQ5n3P' }
    expect(withAccounts([account, second], second.address)).toEqual([second, account])
    expect(withAccounts([account, second], 'another')).toEqual([account, second])
  })
})
