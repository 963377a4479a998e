import { generateKeyPairSync, randomInt, sign } from 'node:crypto'

const hourInMs = 60 * 60 * 1000

/**
 * Makes a certificate for `localhost` that nobody trusts, for a few hours.
 *
 * Node can check certificates but not make them. A browser that ignores who signed one takes the
 * oldest form, X.509 version 1, whose few fields are all here (RFC 5280, section 4.1).
 *
 * @returns both in PEM.
 */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectIdentifier('2a8648ce3d040302')) // ecdsa-with-SHA256
  const commonName = sequence(objectIdentifier('550403'), der(0x0c, Buffer.from('localhost')))
  const name = sequence(der(0x31, commonName))
  const fields = sequence(
    // Browsers refuse two certificates of the same name and number.
    der(0x02, Buffer.from([1, ...Array.from({ length: 8 }, () => randomInt(256))])),
    algorithm,
    name,
    sequence(time(Date.now() - hourInMs), time(Date.now() + 12 * hourInMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', fields, privateKey)])
  const certificate = sequence(fields, algorithm, der(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** One value in DER: what it is, its length, itself. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)

const objectIdentifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

/** As `UTCTime`, in which a year has two digits. */
const time = (ms: number) => der(0x17, Buffer.from(new Date(ms).toISOString().replace(/^20|[-:T]|\.\d+/g, '')))
