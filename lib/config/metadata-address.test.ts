import { expect, it } from 'vitest'
import { isMetadataAddress } from './metadata-address'

it('isMetadataAddress finds the addresses of metadata services in any notation', () => {
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.170.2/',
    // The same IP address as a number, in hexadecimal, and embedded in IPv6.
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[::a9fe:a9fe]/',
    'http://[::ffff:0:a9fe:a9fe]/',
    'http://[64:ff9b::6464:64c8]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::23]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
  ])
    expect(isMetadataAddress(new URL(url).hostname), url).toBe(true)
  for (const url of [
    'http://bot:8080',
    'http://10.0.0.7',
    'http://[fd12::7]',
    'http://[64:ff9b::a00:7]',
    'http://[2002:a00:7::]',
    'http://[::1]',
    'http://127.0.0.1',
    'http://100.100.100.201',
    'https://crm.example',
  ])
    expect(isMetadataAddress(new URL(url).hostname), url).toBe(false)
})
