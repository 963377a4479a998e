import 'server-only'
import { isIP, isIPv4 } from 'node:net'

/** The header in which `lib/process` passes the IP address of the connection. It overwrites a client's value. */
export const connectionAddressHeader = 'x-connection-address'

/**
 * Returns the client address for limits. It is an IPv4 address, also one within IPv6, or the /64 network of an IPv6
 * address, which a client usually owns. Each proxy appends the IP address that it sees to the header, so with one proxy
 * the last entry is the client's. Entries further left do not count, because the client can set them.
 *
 * @param settings.clientAddressHeader - the name of that header.
 */
export function clientAddress(
  headers: Pick<Headers, 'get'>,
  { trustedProxyHops, clientAddressHeader }: { trustedProxyHops: number; clientAddressHeader: string },
): string {
  const socketAddress = headers.get(connectionAddressHeader) ?? ''
  const forwardedFor = headers.get(clientAddressHeader)
  const seen = [...(forwardedFor ? forwardedFor.split(',') : []), socketAddress]
  // A request may have passed fewer proxies. The first entry is then from a proxy too.
  const client = seen[Math.max(seen.length - 1 - trustedProxyHops, 0)] ?? ''
  return networkOf(client) ?? networkOf(socketAddress) ?? 'unknown'
}

/**
 * IPv6 addresses that end with an IPv4 address: those of a socket for both (`::ffff:0:0/96`), and those of networks
 * that translate IPv4 (`::ffff:0:0:0/96` and `64:ff9b::/96`).
 */
const hasIPv4 = /^(?:0:0:0:0:(?:0:ffff|ffff:0)|64:ff9b:0:0:0:0):\w+:\w+$/

/** IPv6 addresses with an IPv4 address at a place that only their network knows. Each counts as one client. */
const hidesIPv4 = /^64:ff9b:1:/

function networkOf(text: string): string | undefined {
  const address = withoutPort(text.trim()).replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (isIP(address) === 0) return undefined
  // The URL parser normalizes an IPv6 address to its shortest hexadecimal form.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean))
  const parts = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  const full = parts.join(':')
  if (hidesIPv4.test(full)) return full
  if (!hasIPv4.test(full)) return `${parts.slice(0, 4).join(':')}::/64`
  const [high = '', low = ''] = parts.slice(6).map((part) => part.padStart(4, '0'))
  return Buffer.from(high + low, 'hex').join('.')
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([0-9.]+):\d+$/.exec(text)?.[1] ?? text
}
