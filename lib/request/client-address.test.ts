import { describe, expect, it } from 'vitest'
import { clientAddress, connectionAddressHeader } from './client-address'

const socketAddress = '10.0.0.1'
function at(trustedProxyHops: number, forwardedFor?: string, socket = socketAddress): string {
  const headers = new Headers({ [connectionAddressHeader]: socket })
  if (forwardedFor !== undefined) headers.set('X-Real-IP', forwardedFor)
  return clientAddress(headers, { trustedProxyHops, clientAddressHeader: 'X-Real-IP' })
}

it.each<[hops: number, forwardedFor: string | undefined, address: string]>([
  [0, undefined, socketAddress],
  [0, '203.0.113.9', socketAddress],
  // What the client claims does not count.
  ...['', '1.1.1.1, ', '1.1.1.1,2.2.2.2 , '].flatMap((claimed): [number, string, string][] => [
    [1, `${claimed}203.0.113.9`, '203.0.113.9'],
    [2, `${claimed}203.0.113.9, 198.51.100.2`, '203.0.113.9'],
  ]),
  // The request has passed fewer proxies.
  [2, '203.0.113.9', '203.0.113.9'],
  [1, undefined, socketAddress],
  ...['unknown', '', ' , ', '203.0.113.999', '_hidden', '<script>', 'x'.repeat(10_000)].map(
    (each): [number, string, string] => [1, each, socketAddress],
  ),
])(
  'clientAddress returns what the outermost of %d proxies has seen, or the connection’s: %s',
  (hops, sent, address) => {
    expect(at(hops, sent)).toBe(address)
  },
)

describe('clientAddress', () => {
  it('returns an address without its port, the network of an IPv6 address, and the IPv4 address in one', () => {
    for (const [text = '', network] of [
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[2001:db8:1:2:3:4:5:6]:4711', '2001:db8:1:2::/64'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['::ffff:cb00:7109', '203.0.113.9'],
      ['::ffff:0:1', '0.0.0.1'],
      ['::fffe:cb00:7109', '0:0:0:0::/64'],
      ['64:ff9b::203.0.113.9', '203.0.113.9'],
      ['64:FF9B::cb00:7109', '203.0.113.9'],
      ['[64:ff9b::1]:4711', '0.0.0.1'],
      ['64:ff9b:1:c000:2:100::', '64:ff9b:1:c000:2:100:0:0'],
      ['64:ff9b:1::203.0.113.9', '64:ff9b:1:0:0:0:cb00:7109'],
      ['::ffff:0:203.0.113.9', '203.0.113.9'],
      ['64:ff9b::1:203.0.113.9', '64:ff9b:0:0::/64'],
      ['64:ff9b:1f::203.0.113.9', '64:ff9b:1f:0::/64'],
      ['64:ff9c::203.0.113.9', '64:ff9c:0:0::/64'],
      ['::ffff:1:203.0.113.9', '0:0:0:0::/64'],
      ['2001:db8::ffff:203.0.113.9', '2001:db8:0:0::/64'],
    ])
      expect([at(1, text), at(0, undefined, text)], text).toEqual([network, network])
  })

  it('returns unknown when the connection has no IP address either', () => {
    expect(at(0, undefined, '')).toBe('unknown')
  })
})
