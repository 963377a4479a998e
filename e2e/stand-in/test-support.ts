import assert from 'node:assert/strict'
import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { standInControl, type StandInControl } from './control/client'
import type { PressedConnect } from './control/messages'
import { startStandIn, type StandIn } from './start'

/** A wallet with a key of its own, which signs for real. */
export function newWallet() {
  const { publicKey, secretKey } = nacl.sign.keyPair()
  return {
    address: bs58.encode(publicKey),
    sign: ({ request_id, nonce }: Pick<PressedConnect, 'request_id' | 'nonce'>) => {
      const message = new TextEncoder().encode(`service-connect:${request_id}:${nonce}`)
      return bs58.encode(nacl.sign.detached(message, secretKey))
    },
  }
}

/** An answer with its body read: `body` is `{}` where there was no JSON. */
interface Answered {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** A running stand-in with what a contract test needs at hand. */
export interface Fixture {
  standIn: StandIn
  control: StandInControl
  /** Calls an operation with the key in place; `path` begins behind the subnet. */
  call(path: string, init?: RequestInit, subnetId?: string): Promise<Answered>
  /** A confirm call for a pressed Connect, with fields of the body changed or added. */
  confirm(pressed: PressedConnect, body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answered>
  /** What the callback page does with the code. */
  spend(requestId: string, code: unknown): Promise<Answered>
}

export async function startFixture(): Promise<Fixture> {
  const standIn = await startStandIn({ connectUrl: 'https://operator.example/connect' })
  const control = standInControl(standIn.controlUrl)
  const address = newWallet().address

  const call: Fixture['call'] = async (path, init = {}, subnetId = standIn.subnetId) => {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${standIn.apiKey}`)
    return read(await fetch(`${standIn.baseUrl}/subnets/${subnetId}${path}`, { ...init, headers }))
  }
  return {
    standIn,
    control,
    call,
    confirm: ({ request_id, nonce }, body = {}, headers = {}) =>
      call('/connect/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ request_id, nonce, wallet_address: address, ...body }),
      }),
    spend: async (requestId, code) =>
      read(
        await fetch(`${standIn.origin}/connect/callback`, {
          method: 'POST',
          body: JSON.stringify({ request_id: requestId, ac: code }),
        }),
      ),
  }
}

async function read(response: Response): Promise<Answered> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

/** Where the operations that only read are found, behind the subnet. */
export const readPaths = {
  pending: '/task_runs/pending',
  conversions: '/conversions',
  balances: '/balances',
  resources: '/resources/by-wallet',
}

/** The `data` of a success, which must have the envelope of the interface and nothing else. */
export function dataOf<Data>({ status, body }: Answered): Data {
  const { data, ...envelope } = body
  assert.deepEqual({ status, envelope }, { status: 200, envelope: { status: 'success' } })
  return data as Data
}
