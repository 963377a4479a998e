import { describe, expect, it } from 'vitest'
import type { DetectedWallet } from './detected-wallets'
import { solanaWallet } from './standard-adapters'

describe('solanaWallet', () => {
  const account = { address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', chains: ['solana:mainnet'], features: [] }
  const withAccounts = (accounts: unknown) =>
    solanaWallet({
      name: 'A wallet',
      icon: 'data:image/png;base64,AAAA',
      features: {},
      accounts,
    } as unknown as DetectedWallet)

  it('has only the accounts of Solana that an adapter can use, but says whether the wallet shares any', () => {
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
    for (const one of others) expect(withAccounts([one])).toMatchObject({ accounts: [], sharesAccounts: true })
    const other = { ...account, chains: ['eip155:1', 'solana:devnet'] }
    expect(withAccounts([...others, other, account]).accounts).toEqual([other, account])
    expect(withAccounts([])).toMatchObject({ accounts: [], sharesAccounts: false })
  })

  it('has no accounts when the wallet cannot list them any more', () => {
    expect(withAccounts(null)).toMatchObject({ accounts: [], sharesAccounts: false })
  })
})
