import { createPrivateKey, sign } from 'node:crypto'
import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { newAccount, type WalletAccount } from './keys'

/*
 * The deep links of a wallet app on a phone. They follow Phantom's documents on connect, signMessage, encryption,
 * sessions and redirects, with the different names of other makers.
 */

/** The differences between the makers' documents. */
const makers = {
  phantom: {
    base: 'https://phantom.app/ul/v1/',
    scheme: 'phantom://v1/',
    package: 'app.phantom',
    publicKeyName: 'phantom_encryption_public_key',
  },
  solflare: {
    base: 'https://solflare.com/ul/v1/',
    scheme: 'solflare://ul/v1/',
    package: 'com.solflare.mobile',
    publicKeyName: 'solflare_encryption_public_key',
  },
  backpack: {
    base: 'https://backpack.app/ul/v1/',
    scheme: null,
    package: 'app.backpack.mobile',
    publicKeyName: 'wallet_encryption_public_key',
  },
}

/** A maker of a wallet app. */
export type Maker = keyof typeof makers

/** The parts of a signature request that the user sees. */
interface AskedToSign {
  message: string
  display: string
}

/** A wallet app with one account, whose user approves or declines everything. */
export class DeepLinkApp {
  /** The messages of its signature requests. */
  readonly asked: AskedToSign[] = []
  /** The links of its connect requests. */
  readonly connects: URL[] = []
  readonly #sessions = new Map<string, Uint8Array>()
  readonly #declined = new Set<string>()

  constructor(
    readonly maker: Maker = 'phantom',
    readonly account: WalletAccount = newAccount(),
  ) {}

  /**
   * Returns the link that the phone's browser opens when the user approves. @throws if a request breaks the documents
   */
  approve(link: string): string {
    const { method, parameters, redirect } = this.#read(link)
    return redirect(method === 'connect' ? this.#connect(parameters) : this.#signMessage(parameters))
  }

  /** Returns the same link with an error. @default the user declines */
  decline(link: string, errorCode = '4001', errorMessage = 'User rejected the request.'): string {
    const { method, redirect } = this.#read(link)
    if (method === 'connect') this.#declined.add(link)
    return redirect({ errorCode, errorMessage })
  }

  /** Returns a correctly encrypted answer with other content. Encrypts a text unchanged. */
  answer(link: string, content: unknown): string {
    const { method, parameters, redirect } = this.#read(link)
    const theirs = required(parameters, 'dapp_encryption_public_key')
    const { publicKey, secretKey } = nacl.box.keyPair()
    const isConnect = method === 'connect'
    const shared = isConnect ? nacl.box.before(bs58.decode(theirs), secretKey) : this.#sessions.get(theirs)
    if (!shared) throw new Error('This key was never used to connect.')
    const key = isConnect ? { [makers[this.maker].publicKeyName]: bs58.encode(publicKey) } : {}
    return redirect({ ...key, ...seal(typeof content === 'string' ? content : JSON.stringify(content), shared) })
  }

  #connect(parameters: URLSearchParams): Record<string, string> {
    const theirs = bs58.decode(required(parameters, 'dapp_encryption_public_key'))
    if (theirs.length !== 32) throw new Error('dapp_encryption_public_key is no key of X25519.')
    const appUrl = new URL(required(parameters, 'app_url'))
    const cluster = parameters.get('cluster') ?? 'mainnet-beta'
    if (!['mainnet-beta', 'testnet', 'devnet'].includes(cluster)) throw new Error('There is no such cluster.')
    const { publicKey, secretKey } = nacl.box.keyPair()
    const shared = nacl.box.before(theirs, secretKey)
    this.#sessions.set(bs58.encode(theirs), shared)
    const session = this.#session({ app_url: appUrl.href, timestamp: Date.now(), chain: 'solana', cluster })
    return {
      [makers[this.maker].publicKeyName]: bs58.encode(publicKey),
      ...seal(JSON.stringify({ public_key: this.account.address, session }), shared),
    }
  }

  #signMessage(parameters: URLSearchParams): Record<string, string> {
    const shared = this.#sessions.get(required(parameters, 'dapp_encryption_public_key'))
    if (!shared) throw new Error('This key was never used to connect.')
    const [payload, nonce] = [required(parameters, 'payload'), required(parameters, 'nonce')].map((text) =>
      bs58.decode(text),
    )
    const opened = payload && nonce && nacl.box.open.after(payload, nonce, shared)
    if (!opened) throw new Error('The payload cannot be decrypted.')
    const { message, session, display = 'utf8' } = JSON.parse(Buffer.from(opened).toString()) as Record<string, string>
    this.#expectOwnSession(session ?? '')
    const bytes = bs58.decode(message ?? '')
    this.asked.push({ message: Buffer.from(bytes).toString(), display })
    return seal(JSON.stringify({ signature: bs58.encode(this.#sign(bytes)) }), shared)
  }

  /** Makes a session, which is a signature of the account before the signed JSON. */
  #session(content: object): string {
    const json = Buffer.from(JSON.stringify(content))
    return bs58.encode(Buffer.concat([this.#sign(json), json]))
  }

  #expectOwnSession(session: string): void {
    const bytes = Buffer.from(bs58.decode(session))
    if (!this.#sign(bytes.subarray(64)).equals(bytes.subarray(0, 64))) throw new Error('The session is not ours.')
  }

  #sign(bytes: Uint8Array): Buffer {
    return sign(null, bytes, createPrivateKey({ key: { ...this.account.privateKey }, format: 'jwk' }))
  }

  #read(link: string) {
    const { base, scheme, package: ownPackage } = makers[this.maker]
    // The app shows nothing when a link comes again that its user has declined.
    if (this.#declined.has(link)) throw new Error('The app has already shown this link.')
    const ending = `#Intent;scheme=https;package=${ownPackage};end`
    const opened = link.startsWith('intent:') && link.endsWith(ending) ? link.slice(0, -ending.length) : link
    const prefix = [base, base.replace('https:', 'intent:'), scheme].find((one) => one && opened.startsWith(one))
    if (!prefix) throw new Error(`Not a link of ${this.maker}: ${link}`)
    const url = new URL(opened.replace(prefix, base))
    const method = url.pathname.split('/').at(-1)
    if (method !== 'connect' && method !== 'signMessage') throw new Error(`There is no method ${method}.`)
    if (method === 'connect') this.connects.push(url)
    const redirectLink = required(url.searchParams, 'redirect_link')
    const redirect = (answer: Record<string, string>) => {
      const back = new URL(redirectLink)
      for (const [name, value] of Object.entries(answer)) back.searchParams.append(name, value)
      return back.href
    }
    return { method, parameters: url.searchParams, redirect }
  }
}

function seal(text: string, shared: Uint8Array): { nonce: string; data: string } {
  const nonce = nacl.randomBytes(nacl.box.nonceLength)
  return { nonce: bs58.encode(nonce), data: bs58.encode(nacl.box.after(Buffer.from(text), nonce, shared)) }
}

function required(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name)
  if (value === null || value === '') throw new Error(`${name} is missing.`)
  return value
}
