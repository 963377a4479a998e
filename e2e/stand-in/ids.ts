import { randomBytes } from 'node:crypto'

/** The interface's format of a ULID ("Conventions"). */
export const ulidPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a ULID of ten characters for the time, and sixteen random or given ones. */
export function ulid(timeMs: number, random: Uint8Array = randomBytes(16)): string {
  let time = ''
  for (let rest = timeMs, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) {
    time = crockford.charAt(rest % 32) + time
  }
  return time + Array.from(random.subarray(0, 16), (byte) => crockford.charAt(byte % 32)).join('')
}

/** Makes a secret random text that is safe in a URL. */
export function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Makes an API key with the fixed prefix of its vendor ("Authentication", rule 1). */
export function newApiKey(): string {
  return `ptsk_${secret(24)}`
}
