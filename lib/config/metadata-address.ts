import 'server-only'
import { BlockList, isIP } from 'node:net'

/** IP addresses at which clouds give a machine its credentials: link-local ones, and special ones of some clouds. */
const ipv4: readonly [address: string, prefix: number][] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32], // Alibaba
  ['168.63.129.16', 32], // Azure
  ['192.0.0.192', 32], // Oracle
]
const ipv6: readonly [address: string, prefix: number][] = [
  ['fe80::', 10],
  ['fd00:ec2::', 32], // Amazon
  ['fd20:ce::254', 128], // Google
  ['fd00:c1::a9fe:a9fe', 128], // Oracle
  ['fd00:42::42', 128], // Scaleway
]

const metadataAddresses = new BlockList()
for (const [address, prefix] of ipv6) metadataAddresses.addSubnet(address, prefix, 'ipv6')
for (const [address, prefix] of ipv4) {
  metadataAddresses.addSubnet(address, prefix, 'ipv4')
  // Networks translate these IPv6 addresses to the IPv4 address. BlockList already handles `::ffff:0:0/96`.
  for (const translated of ['64:ff9b::', '64:ff9b:1::', '::', '::ffff:0:']) {
    metadataAddresses.addSubnet(translated + address, 96 + prefix, 'ipv6')
  }
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex')
  metadataAddresses.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + prefix, 'ipv6')
}

/**
 * Checks whether a host is an IP address of a cloud's metadata service.
 *
 * @param host - the host of a URL, or an IP address to which it resolves.
 */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family !== 0 && metadataAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
