import { expect, it } from 'vitest'
import { isMetadataAddress } from './metadata-address'

it('isMetadataAddress finds the addresses of metadata services in any notation', () => {
  const addresses = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192']
  // The first of these addresses as a number, and in hexadecimal.
  const inOtherNotations = ['2852039166', '0xa9fea9fe']
  const embedded = ['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::']
  const embeddedOtherwise = ['::a9fe:a9fe', '::ffff:0:a9fe:a9fe', '64:ff9b::6464:64c8']
  const ofIpv6 = ['fe80::1', 'fd00:ec2::23', 'fd00:ec2::254', 'fd20:ce::254']
  const inBrackets = [...embedded, ...embeddedOtherwise, ...ofIpv6].map((address) => `[${address}]`)
  for (const host of [...addresses, ...inOtherNotations, ...inBrackets]) {
    expect(isMetadataAddress(new URL(`http://${host}/`).hostname), host).toBe(true)
  }
  const others = ['bot:8080', '10.0.0.7', '127.0.0.1', '100.100.100.201', 'crm.example']
  for (const host of [...others, '[fd12::7]', '[64:ff9b::a00:7]', '[2002:a00:7::]', '[::1]']) {
    expect(isMetadataAddress(new URL(`http://${host}/`).hostname), host).toBe(false)
  }
})
