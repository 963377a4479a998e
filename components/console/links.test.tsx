import { beforeEach, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { Siblings } from './frame/bar'
import { LinkOut } from './links'
import { attributesOf, htmlOf, textsOf } from './test-support'

const urlOf = (kind: 'user' | 'wallet', id: string) => attributesOf(htmlOf(<LinkOut kind={kind} id={id} />), 'a')[0]

beforeEach(() =>
  configure({
    CONSOLE_USER_LINK: 'https://admin.example.com/{user_id}?of={user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/#/address/{wallet_address}',
  }),
)

it('LinkOut replaces each placeholder of its URL with the encoded ID', () => {
  expect(urlOf('user', '01ARZ')).toBe('https://admin.example.com/01ARZ?of=01ARZ')
  for (const [wallet = '', encoded] of [
    ['a/b?c#d&e', 'a%2Fb%3Fc%23d%26e'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['{wallet_address} $&', '%7Bwallet_address%7D%20%24%26'],
    ['\ud800', '%EF%BF%BD'],
  ])
    expect(urlOf('wallet', wallet)).toBe(`https://explorer.example.com/#/address/${encoded}`)
})

it('LinkOut is empty when a browser would open another page, or there is none', () => {
  for (const id of ['', '.', '..']) expect([urlOf('user', id), urlOf('wallet', id)]).toEqual([undefined, undefined])
  configure()
  expect(urlOf('user', '01ARZ')).toBeUndefined()
})

it('Siblings links to the consoles of CONSOLE_SIBLINGS, and marks its own', () => {
  const urls = ['https://north.example', 'https://connect.example'].map((origin) => `${origin}/console`)
  configure({ CONSOLE_SIBLINGS: `North=${urls[0]}, South & West=${urls[1]}` })
  const bar = () => htmlOf(<Siblings />)
  expect([textsOf(bar(), 'nav a'), attributesOf(bar(), 'nav a')]).toEqual([['North', 'South & West'], urls])
  expect([textsOf(bar(), 'nav a[aria-current]'), textsOf(bar(), 'nav button')]).toEqual([
    ['South & West'],
    ['South & West'],
  ])
  configure()
  expect(textsOf(bar(), 'nav')).toEqual([])
})
