import type { Diagnosis } from './diagnosis'
import { holds, unknown, wrong, type Verdict } from './finding'

/** An address of documentation (RFC 5737) that no client has. */
export const madeUpAddress = '192.0.2.77'

/**
 * Whether the app takes the client's address, and not one that a client has made up or a proxy's. The doctor
 * sends a made-up `X-Forwarded-For`: what proxies have added stands behind it, or alone where they replace it.
 */
export function judgeProxyHops(diagnosis: Diagnosis | undefined, { isHttps }: { isHttps: boolean }): Verdict {
  if (!diagnosis) {
    return unknown(
      'Not seen: the deployment does not tell how requests reach it.',
      'Set METRICS_TOKEN there and here: the deployment then tells the doctor.',
    )
  }
  const { trustedProxyHops: hops, forwardedFor } = diagnosis
  const entries = (forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const proxies = entries.length - (entries.lastIndexOf(madeUpAddress) + 1)
  if (proxies === 0 && isHttps) {
    return wrong(
      'What stands in front tells the app no address: all users look like one client.',
      'Let it add the address that it sees: in nginx, proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.',
    )
  }
  if (hops === proxies) return holds(`${proxies} proxies add an address, and TRUSTED_PROXY_HOPS is ${hops}.`)
  const danger =
    hops > proxies ? 'clients can choose the address that limits count' : 'all users of a proxy look like one client'
  return wrong(
    `${proxies} proxies add an address, but TRUSTED_PROXY_HOPS is ${hops}: ${danger}.`,
    `Set TRUSTED_PROXY_HOPS to ${proxies}.`,
  )
}
