import 'server-only'
import { isIP, isIPv4 } from 'node:net'

/** In this header of a request `lib/process` writes the address of its connection, over what a client sends. */
export const connectionAddressHeader = 'x-connection-address'

/**
 * Where a request comes from, as limits count it: an IPv4 address, or the /64 network of an IPv6 address,
 * since whoever has one address has them all.
 *
 * Each proxy adds the address that it sees to the end of `X-Forwarded-For`, so that list is counted from
 * the right: the connection's own address is the last proxy's, and with one proxy the client's stands
 * before it. What stands further left came with the request and decides nothing, nor does any other header.
 *
 * @param options.socketAddress - the address of the connection.
 * @param options.forwardedFor - the header `X-Forwarded-For`.
 * @param options.hops - how many proxies stand in front of this app (TRUSTED_PROXY_HOPS).
 */
export function clientAddress(options: {
  socketAddress: string
  forwardedFor: string | null | undefined
  hops: number
}): string {
  const { socketAddress, forwardedFor, hops } = options
  const seen = [...(forwardedFor ? forwardedFor.split(',') : []), socketAddress]
  // A request that has passed fewer proxies than that came to one of them, which wrote what comes first.
  const client = seen[Math.max(seen.length - 1 - hops, 0)] ?? ''
  return networkOf(client) ?? networkOf(socketAddress) ?? 'unknown'
}

/** @returns undefined for what is no address. */
function networkOf(text: string): string | undefined {
  const address = withoutPort(text.trim()).replace(/%.*$/, '')
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return mapped
  if (isIP(address) === 0) return undefined
  // The URL parser writes an IPv6 address in its shortest form, hexadecimal throughout.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const gap = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...gap, ...last].slice(0, 4).join(':')}::/64`
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([0-9.]+):\d+$/.exec(text)?.[1] ?? text
}
