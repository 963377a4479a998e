import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, randomFillSync } from 'node:crypto'
import { defaults, seal, unseal } from 'iron-webcrypto'

/*
 * Seals in the format of iron-session, which opens what is sealed here, and the other way round. iron-session has
 * WebCrypto do the eight steps of a seal on other threads, and the way there costs four times what the steps do: with
 * it, a press spent a sixth of its time here. So they are done at once. Keys are derived anew for each seal, as there.
 */

/** How iron-session marks the version of its format. */
const versionMark = '~2'
const passwordId = '1'

/**
 * Seals a value: encrypted, signed, and with its end inside.
 *
 * @param options.ttl - seconds for which it can be opened.
 */
export async function sealData(value: unknown, { password, ttl }: { password: string; ttl: number }): Promise<string> {
  const secret = { id: passwordId, secret: password }
  return (await seal(nodeCrypto, value, secret, { ...defaults, ttl: ttl * 1000 })) + versionMark
}

/**
 * Opens what `sealData` has sealed.
 *
 * @throws for anything else, and for what is over since more than a minute.
 */
export async function unsealData(sealed: string, { password }: { password: string }): Promise<unknown> {
  if (!sealed.endsWith(versionMark)) throw new TypeError('This is no seal.')
  return unseal(nodeCrypto, sealed.slice(0, -versionMark.length), { [passwordId]: password }, defaults)
}

type WebCrypto = Parameters<typeof seal>[0]

/** What sealing needs of WebCrypto, with a key's bytes in place of a `CryptoKey`, which nothing else looks into. */
const nodeCrypto = {
  getRandomValues: (array: Uint8Array) => randomFillSync(array),
  subtle: {
    importKey: (_format: string, bytes: ArrayBuffer) => Promise.resolve(new Uint8Array(bytes)),
    async deriveBits(
      { salt, iterations }: { salt: Uint8Array; iterations: number },
      password: Uint8Array,
      bits: number,
    ) {
      return pbkdf2Sync(password, salt, iterations, bits / 8, 'sha1')
    },
    async encrypt({ iv }: { iv: Uint8Array }, key: Uint8Array, data: Uint8Array) {
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      return Buffer.concat([cipher.update(data), cipher.final()])
    },
    async decrypt({ iv }: { iv: Uint8Array }, key: Uint8Array, data: Uint8Array) {
      const decipher = createDecipheriv('aes-256-cbc', key, iv)
      return Buffer.concat([decipher.update(data), decipher.final()])
    },
    async sign(_algorithm: unknown, key: Uint8Array, data: Uint8Array) {
      return createHmac('sha256', key).update(data).digest()
    },
  },
} as unknown as WebCrypto
