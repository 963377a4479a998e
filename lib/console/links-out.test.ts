import { beforeEach, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { userLinkOut, walletLinkOut } from './links-out'

beforeEach(() =>
  configure({
    CONSOLE_USER_LINK: 'https://admin.example.com/{user_id}?of={user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/#/address/{wallet_address}',
  }),
)

it('userLinkOut replaces each placeholder with the ID', () => {
  expect(userLinkOut('01ARZ')).toBe('https://admin.example.com/01ARZ?of=01ARZ')
})

it('walletLinkOut encodes the wallet', () => {
  for (const [wallet = '', encoded] of [
    ['a/b?c#d&e', 'a%2Fb%3Fc%23d%26e'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['{wallet_address} $&', '%7Bwallet_address%7D%20%24%26'],
    ['\ud800', '%EF%BF%BD'],
  ])
    expect(walletLinkOut(wallet)).toBe(`https://explorer.example.com/#/address/${encoded}`)
})

it('userLinkOut and walletLinkOut return no link when a browser would open another page, or there is none', () => {
  expect(['', '.', '..'].flatMap((id) => [userLinkOut(id), walletLinkOut(id)])).toEqual(Array(6).fill(null))
  configure()
  expect(userLinkOut('01ARZ')).toBeNull()
})
