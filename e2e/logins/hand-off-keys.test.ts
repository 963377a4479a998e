import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSiteApp, bringToken, logInAtSite, refused, signedIn, type SignClaims } from './own-site-login'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'
import {
  defaultKeyId,
  keyPair,
  readAgain,
  secretToken,
  signedToken,
  tokenOf,
  unsignedToken,
  unusableKeys,
  type SigningAlgorithm,
} from '../idp/tokens'

/* Logins at an operator's own site that publishes its keys at LOGIN_JWKS_URL. */

let site: ScriptedProvider
let habits: Habits

/** Starts the site and an app that reads its keys. */
async function begin(of: Habits = {}): Promise<void> {
  habits = { algorithm: 'ES256', ...of }
  site = await startScriptedProvider(habits)
  beginAppAtSite()
}
const beginAppAtSite = () => beginSiteApp({ LOGIN_SECRET: '', LOGIN_JWKS_URL: `${site.issuer}/keys` })

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'performance'] }))
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

const es256 = await keyPair('ES256', 0)
const another = await keyPair('ES256', 1)
const rsa = await keyPair('RS256', 0)
const { publicKey: shortKey } = readAgain(generateKeyPairSync('rsa', { modulusLength: 1024 }))
const jwkOf = (key: KeyObject, fields: object = {}) => ({ ...key.export({ format: 'jwk' }), ...fields })
const signedWith =
  (algorithm: SigningAlgorithm, number = 0, header: object = { kid: defaultKeyId }): SignClaims =>
  async (claims) =>
    signedToken({ ...header, alg: algorithm }, claims, (await keyPair(algorithm, number)).privateKey)
/** Runs a whole login of a browser without cookies. */
const logIn = (sign = signedWith('ES256')) => logInAtSite({}, sign)

const answerKeys = (keys: unknown) => (habits.answers = { keys: { body: { keys } } })

describe('a token signed by', () => {
  const algorithms = 'ES256, EdDSA, Ed25519, PS256, RS256'
  const byAlgorithm = (received: string) =>
    refused('token_algorithm', { claim: 'alg', expected: algorithms, came: received })

  it.each(['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'] as const)('%s signs in', async (algorithm) => {
    await begin({ algorithm })
    expect(await logIn(signedWith(algorithm))).toMatchObject(signedIn)
  })

  it('another algorithm is refused before the keys are requested', async () => {
    await begin()
    for (const algorithm of ['RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512'] as const) {
      expect(await logIn(signedWith(algorithm))).toMatchObject(byAlgorithm(algorithm))
    }
    expect(site.asked.get('/keys')).toBeUndefined()
  })

  it('HS256 with the public key as the secret is refused', async () => {
    await begin({ algorithm: 'RS256' })
    const spkiPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    for (const [what, secret] of Object.entries({
      PEM: spkiPem,
      'JWK of the key set': JSON.stringify(jwkOf(rsa.publicKey, { kid: defaultKeyId, use: 'sig', alg: 'RS256' })),
    })) {
      expect(await logIn((claims) => secretToken(claims, secret)), what).toMatchObject(byAlgorithm('HS256'))
      const hmac = (input: string) => createHmac('sha256', secret).update(input).digest()
      const calledRs256: SignClaims = (claims) => tokenOf({ alg: 'RS256', kid: defaultKeyId }, claims, hmac)
      expect(await logIn(calledRs256), what).toMatchObject(refused('token_signature'))
    }
  })

  it('HS256 with a secret that is in the key set is refused', async () => {
    await begin()
    answerKeys([{ kty: 'oct', kid: defaultKeyId, alg: 'HS256', k: Buffer.from('k'.repeat(32)).toString('base64url') }])
    expect(await logIn((claims) => secretToken(claims, 'k'.repeat(32)))).toMatchObject(byAlgorithm('HS256'))
  })

  it('nothing, or with an empty signature or one of zeros, is refused', async () => {
    await begin()
    expect(await logIn(unsignedToken)).toMatchObject(byAlgorithm('none'))
    // An empty signature, and a signature of zeros (CVE-2022-21449).
    for (const length of [0, 64]) {
      const sign: SignClaims = (claims) =>
        tokenOf({ alg: 'ES256', kid: defaultKeyId }, claims, () => Buffer.alloc(length))
      expect(await logIn(sign)).toMatchObject(refused('token_signature'))
    }
  })

  it('another key with the same id is refused', async () => {
    await begin()
    expect(await logIn(signedWith('ES256', 7))).toMatchObject(refused('token_signature'))
  })

  it('a key in its header is refused', async () => {
    await begin()
    const address = `${site.issuer}/elsewhere`
    const { publicKey } = await keyPair('ES256', 7)
    for (const header of [{ jwk: jwkOf(publicKey) }, { jku: address }, { x5u: address }, { x5c: ['MIIB'] }]) {
      const sign = signedWith('ES256', 7, { kid: defaultKeyId, ...header })
      expect(await logIn(sign), JSON.stringify(header)).toMatchObject(refused('token_signature'))
    }
    expect([...site.asked.keys()]).toEqual(['/keys'])
  })
})

describe('a key set', () => {
  const noKey = refused('token_signature', { reason: 'no key has its alg and kid' })
  const noUsableKey = refused('jwks_refused', { endpoint: 'jwks', reason: 'no usable key' })
  const severalKeys = refused('token_signature', { reason: 'several keys have its kid' })
  const keySetRefused = refused('jwks_refused', { endpoint: 'jwks' })
  const siteKey = jwkOf(es256.publicKey, { kid: defaultKeyId })
  const other = jwkOf(another.publicKey, { kid: 'another-key' })

  it('is searched for the key of the token', async () => {
    await begin()
    const rows: [what: string, keys: unknown, outcome: object][] = [
      ['with the key', [siteKey], signedIn],
      ['with the key among unusable keys', [...unusableKeys, siteKey], signedIn],
      ['with the key and null for other fields', [{ ...siteKey, d: null, alg: null, use: null }], signedIn],
      ['with unusable keys alone', unusableKeys, noUsableKey],
      [
        'with the key and all its optional fields',
        [{ ...siteKey, use: 'sig', alg: 'ES256', key_ops: ['verify'] }],
        signedIn,
      ],
      ['without keys', [], noUsableKey],
      ['with a key whose operations are no list', [{ ...siteKey, key_ops: 7 }], noUsableKey],
      ['with another key', [other], noKey],
      ['with the key for encryption', [{ ...siteKey, use: 'enc' }], noKey],
      ['with the key for another algorithm', [{ ...siteKey, alg: 'ES384' }], noKey],
      ['with a key that may only sign', [{ ...siteKey, key_ops: ['sign'] }], noKey],
      ['with the key under another id', [{ ...siteKey, kid: 'another-key' }], noKey],
      ['with two keys of one id', [siteKey, { ...other, kid: defaultKeyId }], severalKeys],
      ['with the private key', [jwkOf(es256.privateKey, { kid: defaultKeyId })], noUsableKey],
      ['with an RSA key of 1,024 bits', [jwkOf(shortKey, { kid: defaultKeyId })], noUsableKey],
      ['with a point that is not on the curve', [{ ...siteKey, x: other.x }], keySetRefused],
      ['that is missing', undefined, keySetRefused],
    ]
    for (const [what, keys, outcome] of rows) {
      beginAppAtSite()
      answerKeys(keys)
      expect(await logIn(), what).toMatchObject(outcome)
    }
    for (const keys of [{ status: 404, body: {} }, { body: '<p>keys</p>' }]) {
      beginAppAtSite()
      habits.answers = { keys }
      expect(await logIn(), JSON.stringify(keys)).toMatchObject(keySetRefused)
    }
  })

  it('with one key accepts a token without kid, and with two keys refuses it', async () => {
    await begin()
    const withoutId = signedWith('ES256', 0, {})
    answerKeys([siteKey])
    expect(await logIn(withoutId)).toMatchObject(signedIn)
    beginAppAtSite()
    answerKeys([siteKey, other])
    expect(await logIn(withoutId)).toMatchObject(severalKeys)
  })
})

describe('the URL of the keys', () => {
  it('is requested once in ten seconds while it fails, for all tokens, and known keys stay in use', async () => {
    await begin()
    const byNewKey = signedWith('ES256', 1, { kid: 'new-key' })
    habits.answers = { keys: { status: 503, body: {} } }
    for (const sign of [byNewKey, signedWith('ES256')]) {
      for (let token = 0; token < 15; token += 1) expect(await logIn(sign)).toMatchObject({ error: 'unreachable' })
    }
    await Promise.all(Array.from({ length: 5 }, () => bringToken('garbage')))
    expect(site.asked.get('/keys')).toBe(1)
    vi.advanceTimersByTime(9999)
    expect(await logIn()).toMatchObject({ error: 'unreachable', user: null })
    expect(site.asked.get('/keys')).toBe(1)
    vi.advanceTimersByTime(1)
    habits.answers = {}
    expect(await logIn()).toMatchObject(signedIn)
    expect(site.asked.get('/keys')).toBe(2)

    vi.advanceTimersByTime(30_000)
    habits.answers = { keys: { status: 503, body: {} } }
    for (let token = 0; token < 3; token += 1)
      expect(await logIn(byNewKey)).toMatchObject({ error: 'unreachable', user: null })
    expect(await logIn()).toMatchObject(signedIn)
    expect(site.asked.get('/keys')).toBe(3)
  })

  it('is requested again for a new key with another kid, the same or none, but at most twice in 30 s', async () => {
    for (const [header, newHeader] of [
      [{ kid: defaultKeyId }, { kid: 'new-key' }],
      [{ kid: defaultKeyId }, { kid: defaultKeyId }],
      [{}, {}],
    ] as const) {
      await begin()
      const byNewKey = signedWith('ES256', 1, newHeader)
      expect(await logIn(signedWith('ES256', 0, header))).toMatchObject(signedIn)
      // A stranger's tokens use up the second request.
      vi.advanceTimersByTime(1000)
      for (let token = 0; token < 5; token += 1)
        expect(await logIn(signedWith('ES256', 7, newHeader))).toMatchObject(refused('token_signature'))
      expect(site.asked.get('/keys')).toBe(2)
      answerKeys([jwkOf(another.publicKey, newHeader)])
      vi.advanceTimersByTime(28_000)
      expect(await logIn(byNewKey)).toMatchObject(refused('token_signature'))
      expect(site.asked.get('/keys')).toBe(2)
      vi.advanceTimersByTime(1000)
      expect(await logIn(byNewKey)).toMatchObject(signedIn)
      expect(await logIn(signedWith('ES256', 0, header))).toMatchObject(refused('token_signature'))
      expect(site.asked.get('/keys')).toBe(3)
      await site.close()
    }
  })

  it('makes the app refuse a key ten minutes after it drops the key', async () => {
    await begin()
    expect(await logIn()).toMatchObject(signedIn)
    answerKeys([])
    vi.advanceTimersByTime(10 * 60_000)
    expect(await logIn()).toMatchObject(refused('jwks_refused', { endpoint: 'jwks', reason: 'no usable key' }))
  })
})
