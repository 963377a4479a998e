import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import bs58 from 'bs58'
import { publicKeyOf, sharedKeyOf } from '@/lib/connect/box-keys'
import { newAccount, signAs, type WalletAccount } from './keys'

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
  /** By the key of the site. */
  readonly #sessions = new Map<string, { shared: Uint8Array; session: string }>()
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
    const { key, shared } =
      method === 'connect' ? this.#newKey(parameters) : { key: {}, ...this.#sessionOf(parameters) }
    return redirect({ ...key, ...seal(typeof content === 'string' ? content : JSON.stringify(content), shared) })
  }

  #connect(parameters: URLSearchParams): Record<string, string> {
    if (!URL.canParse(required(parameters, 'app_url'))) throw new Error('app_url is no URL.')
    const cluster = parameters.get('cluster') ?? 'mainnet-beta'
    if (!['mainnet-beta', 'testnet', 'devnet'].includes(cluster)) throw new Error('There is no such cluster.')
    const { theirs, key, shared } = this.#newKey(parameters)
    // Phantom documents about 300 characters, which are opaque to the site.
    const session = bs58.encode(randomBytes(220))
    this.#sessions.set(theirs, { shared, session })
    return { ...key, ...seal(JSON.stringify({ public_key: this.account.address, session }), shared) }
  }

  #signMessage(parameters: URLSearchParams): Record<string, string> {
    const { shared, session: own } = this.#sessionOf(parameters)
    const bytesOf = (name: string) => bs58.decode(required(parameters, name))
    const opened = xsalsa20poly1305(shared, bytesOf('nonce')).decrypt(bytesOf('payload'))
    const { message, session, display = 'utf8' } = JSON.parse(Buffer.from(opened).toString()) as Record<string, string>
    if (session !== own) throw new Error('The session is not ours.')
    const bytes = bs58.decode(message ?? '')
    this.asked.push({ message: Buffer.from(bytes).toString(), display })
    return seal(JSON.stringify({ signature: bs58.encode(signAs(this.account, bytes)) }), shared)
  }

  /** Makes a key pair for a connect request. */
  #newKey(parameters: URLSearchParams) {
    const theirs = required(parameters, 'dapp_encryption_public_key')
    const secretKey = randomBytes(32).toString('base64url')
    const shared = sharedKeyOf(secretKey, bs58.decode(theirs))
    if (!shared) throw new Error('dapp_encryption_public_key has a small order.')
    return { theirs, key: { [makers[this.maker].publicKeyName]: bs58.encode(publicKeyOf(secretKey)) }, shared }
  }

  #sessionOf(parameters: URLSearchParams) {
    const found = this.#sessions.get(required(parameters, 'dapp_encryption_public_key'))
    if (!found) throw new Error('This key was never used to connect.')
    return found
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
  const nonce = randomBytes(24)
  return { nonce: bs58.encode(nonce), data: bs58.encode(xsalsa20poly1305(shared, nonce).encrypt(Buffer.from(text))) }
}

function required(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name)
  if (value === null || value === '') throw new Error(`${name} is missing.`)
  return value
}
