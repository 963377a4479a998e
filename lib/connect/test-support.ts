import { generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'
import { ownerOf, type OpenLink } from './link'

/** Ada's open link, as stored in the cookie. */
export const openLink = (now: number): OpenLink => ({
  id: 'link-0000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  nonce: 'the-nonce-of-this-test',
  digest: 'digest-1',
  arrivedAt: now,
  owner: ownerOf('ada'),
  status: 'open',
  changedAt: now,
})

/** Makes a new wallet: its address, and a function that signs a message. Address and signature are in base58. */
export function newWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    address: bs58.encode(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    sign: (message: string | Buffer) => bs58.encode(sign(null, Buffer.from(message), privateKey)),
  }
}
