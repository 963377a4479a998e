import { networkInterfaces } from 'node:os'

/**
 * Returns the IPv4 addresses of this machine, except loopback.
 *
 * @throws Error if it has none.
 */
export function addressesOfMachine(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flat()
    .flatMap((address) => (address?.family === 'IPv4' && !address.internal ? [address.address] : []))
  if (addresses.length === 0) throw new Error('This machine has only loopback addresses.')
  return addresses
}

/** Returns the host of IPv6 loopback for a URL, if this machine has IPv6. */
export const loopbackOfIpv6 = (): string[] =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))
    ? ['[::1]']
    : []
