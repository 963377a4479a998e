import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Page, WebSocketRoute } from 'playwright'
import bs58 from 'bs58'
import { signAs, type WalletAccount } from './keys'

declare global {
  interface Window {
    /** The latest link with which the page called a wallet app. */
    associationLink: string | undefined
  }
}

/** The reaction of the wallet app to the next request. */
interface PhoneAppBehaviour {
  authorizes: boolean
  /** What the page has said about its site, which the app shows to the user. */
  shown?: unknown
}

/** Lets a page that pretends to run on Android call a wallet app. */
export async function letPageCallApps(page: Page): Promise<void> {
  await page.context().grantPermissions(['local-network-access'])
  await page.addInitScript(() => {
    window.navigation.addEventListener('navigate', (event) => {
      if (!event.destination.url.startsWith('solana-wallet:')) return
      window.associationLink = event.destination.url
      // This browser would not open an app, but show a dialog that blocks all further clicks.
      event.preventDefault()
      // The wallet app covers the browser.
      window.dispatchEvent(new Event('blur'))
    })
  })
}

/** Returns the link with which the page has called the wallet app. */
export async function associationLink(page: Page): Promise<URL> {
  const handle = await page.waitForFunction(() => window.associationLink)
  return new URL((await handle.jsonValue()) ?? '')
}

/**
 * Installs a wallet app on the same phone, with one account and real signatures. It implements the wallet's side of the
 * Mobile Wallet Adapter protocol, version 1.
 */
export async function installPhoneApp(page: Page, account: WalletAccount): Promise<PhoneAppBehaviour> {
  const behaviour: PhoneAppBehaviour = { authorizes: true }
  await letPageCallApps(page)
  await page.routeWebSocket(/^ws:\/\/localhost:\d+\/solana-wallet$/, (socket) => {
    let session: Session | undefined
    socket.onMessage(async (message) => {
      const bytes = Buffer.from(message)
      if (session) session.answer(bytes)
      else
        session = greet(socket, bytes, await associationLink(page), (method, params) =>
          answerOf(method, params, { account, behaviour }),
        )
    })
  })
  return behaviour
}

interface Session {
  answer(request: Buffer): void
}

type AnswerOf = (method: string, params: Record<string, unknown>) => { result: unknown } | { error: object }

const publicKeyBytes = 65

/** Answers the page's greeting. Both sides encrypt all later messages with the derived key. */
function greet(socket: WebSocketRoute, greeting: Buffer, link: URL, answerOf: AnswerOf): Session {
  const salt = Buffer.from(link.searchParams.get('association')?.replaceAll('.', '') ?? '', 'base64url')
  const ecdh = createECDH('prime256v1')
  const ownKey = ecdh.generateKeys()
  const secret = ecdh.computeSecret(greeting.subarray(0, publicKeyBytes))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.alloc(0), 16))

  let sent = 0
  const encrypt = (content: unknown) => {
    const sequence = Buffer.alloc(4)
    sequence.writeUInt32BE((sent += 1))
    const vector = randomBytes(12)
    const cipher = createCipheriv('aes-128-gcm', key, vector).setAAD(sequence)
    const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
    return Buffer.concat([sequence, vector, text])
  }
  const decrypt = (message: Buffer) => {
    const decipher = createDecipheriv('aes-128-gcm', key, message.subarray(4, 16)).setAAD(message.subarray(0, 4))
    decipher.setAuthTag(message.subarray(-16))
    const text = Buffer.concat([decipher.update(message.subarray(16, -16)), decipher.final()])
    return JSON.parse(text.toString()) as { id: number; method: string; params: Record<string, unknown> }
  }

  socket.send(Buffer.concat([ownKey, encrypt({ v: '1' })]))
  return {
    answer(request) {
      const { id, method, params } = decrypt(request)
      socket.send(encrypt({ jsonrpc: '2.0', id, ...answerOf(method, params) }))
    },
  }
}

function answerOf(
  method: string,
  params: Record<string, unknown>,
  { account, behaviour }: { account: WalletAccount; behaviour: PhoneAppBehaviour },
): { result: unknown } | { error: object } {
  const address = Buffer.from(bs58.decode(account.address)).toString('base64')
  switch (method) {
    case 'get_capabilities':
      return { result: { supports_sign_and_send_transactions: true, features: ['solana:signTransactions'] } }
    case 'authorize':
      behaviour.shown = params.identity
      if (!behaviour.authorizes) return { error: { code: -1, message: 'authorization request declined' } }
      return { result: { auth_token: 'token', accounts: [{ address, label: 'Account 1' }] } }
    case 'sign_messages': {
      const payloads = (params.payloads as string[]).map((payload) => Buffer.from(payload, 'base64'))
      const signed = payloads.map((payload) => Buffer.concat([payload, signAs(account, payload)]).toString('base64'))
      return { result: { signed_payloads: signed } }
    }
    default:
      return { error: { code: -32601, message: `${method} is not known here` } }
  }
}
