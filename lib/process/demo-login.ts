import 'server-only'
import type { Socket } from 'node:net'
import type { Refusal } from './request-bounds'

/**
 * Why nothing is served with the demo login, which lets anyone in, by way of an address that other machines reach.
 * `NEXTAUTH_URL` says nothing about that: a server may listen on every address of its machine.
 *
 * @returns undefined where the connection came in on loopback.
 */
export function demoLoginRefusal({ localAddress }: Pick<Socket, 'localAddress'>): Refusal | undefined {
  if (localAddress === '::1' || /^(::ffff:)?127\./.test(localAddress ?? '')) return undefined
  return {
    status: 403,
    text:
      'DEMO_LOGIN=1 lets anyone in, so this server answers on loopback alone: open it as localhost on its own ' +
      'machine, or set up a login and remove DEMO_LOGIN.',
  }
}
