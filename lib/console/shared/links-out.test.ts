import { beforeEach, expect, it, vi } from 'vitest'
import { userLinkOut, walletLinkOut } from './links-out'

const consoleLinks: { user: string | null; wallet: string | null } = { user: null, wallet: null }
vi.mock('@/lib/config', () => ({ config: () => ({ consoleLinks }) }))

beforeEach(() => {
  consoleLinks.user = 'https://admin.example.com/{user_id}?of={user_id}'
  consoleLinks.wallet = 'https://explorer.example.com/#/address/{wallet_address}'
})

it('userLinkOut replaces each placeholder with the ID', () => {
  expect(userLinkOut('01ARZ')).toBe('https://admin.example.com/01ARZ?of=01ARZ')
})

it.each([
  ['a/b?c#d&e', 'a%2Fb%3Fc%23d%26e'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)'],
  ['{wallet_address} $&', '%7Bwallet_address%7D%20%24%26'],
  ['\ud800', '%EF%BF%BD'],
])('walletLinkOut encodes the wallet when it is %j', (wallet, encoded) => {
  expect(walletLinkOut(wallet)).toBe(`https://explorer.example.com/#/address/${encoded}`)
})

it.each(['.', '..'])('walletLinkOut returns no link when a wallet is %j', (wallet) => {
  expect(walletLinkOut(wallet)).toBeNull()
})

it('userLinkOut returns no link when the ID is empty or the configuration has no page', () => {
  expect(userLinkOut('')).toBeNull()
  consoleLinks.user = null
  expect(userLinkOut('01ARZ')).toBeNull()
})
