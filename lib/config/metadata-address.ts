import 'server-only'
import { BlockList, isIP } from 'node:net'

/** Where clouds give a machine its credentials: link-local addresses, and what some clouds have in place of them. */
const metadataAddresses = new BlockList()
metadataAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
metadataAddresses.addSubnet('fe80::', 10, 'ipv6')
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6') // Amazon
metadataAddresses.addAddress('fd20:ce::254', 'ipv6') // Google
metadataAddresses.addAddress('100.100.100.200', 'ipv4') // Alibaba
metadataAddresses.addAddress('168.63.129.16', 'ipv4') // Azure
metadataAddresses.addAddress('192.0.0.192', 'ipv4') // Oracle

/** Whether a host is an IP address of a cloud's metadata service. @param host - of a URL, or what its name leads to. */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family !== 0 && metadataAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
