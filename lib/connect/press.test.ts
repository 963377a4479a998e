import { generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'
import { describe, expect, it, vi } from 'vitest'
import type { GatedOutcome } from './gated-confirm'
import type { OpenLink } from './link'
import { enteredIn, pressConnect, type Press, type PressContext, type PressServices } from './press'
import { proofMessage } from './proof'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const walletAddress = bs58.encode(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
const link: OpenLink = {
  id: 'link-1',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  nonce: 'the-nonce',
  digest: 'd',
  arrivedAt: Date.now(),
  status: 'open',
  changedAt: Date.now(),
  needsChoice: false,
}
const signature = bs58.encode(sign(null, Buffer.from(proofMessage(link)), privateKey))
const context: PressContext = { link, lockedAddress: undefined, isProofRequired: false }
const typed: Press = { walletAddress: `  ${walletAddress} `, signature: '', walletName: '' }
const signed: Press = { walletAddress, signature, walletName: 'Phantom' }

async function run(press: Press, outcome: GatedOutcome, change: Partial<PressContext> = {}) {
  const confirm = vi.fn<PressServices['confirm']>()
  confirm.mockResolvedValue({ outcome, code: 'CODE' })
  const onProofRefused = vi.fn<(problem: string) => void>()
  const result = await pressConnect(press, { ...context, ...change }, { confirm, onProofRefused })
  return { result, confirm, onProofRefused }
}

const connected: GatedOutcome = { kind: 'connected', returnUrl: 'https://service.example/cb#ac=c' }

describe('pressConnect', () => {
  it('confirms the address that was typed, trimmed', async () => {
    const { result, confirm } = await run(typed, connected)
    expect(result).toEqual(connected)
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ walletAddress, signature: undefined })
  })

  it('confirms with a signature that proves the address', async () => {
    const { confirm } = await run(signed, connected, { isProofRequired: true })
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ walletAddress, signature })
  })

  it('confirms the address that the operator keeps, whatever the form has', async () => {
    const { confirm } = await run({ ...typed, walletAddress: 'another' }, connected, { lockedAddress: walletAddress })
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ walletAddress, signature: undefined })
  })

  it.each<[string, Press, Partial<PressContext>, object]>([
    ['a required signature', typed, { isProofRequired: true }, { kind: 'proof_problem', problem: 'missing' }],
    ['an address', { ...typed, walletAddress: ' ' }, {}, { kind: 'address_problem', problem: 'missing' }],
  ])('asks nobody without %s, and keeps what was entered', async (_what, press, change, result) => {
    const pressed = await run(press, connected, change)
    expect(pressed.result).toEqual({ kind: 'not_connected', result, entered: enteredIn(press) })
    expect(pressed.confirm).not.toHaveBeenCalled()
  })

  it('asks nobody with a signature that proves nothing, and does not keep it', async () => {
    const { result, confirm, onProofRefused } = await run({ ...signed, signature: '5'.repeat(88) }, connected)
    expect(result).toEqual({
      kind: 'not_connected',
      result: { kind: 'proof_problem', problem: 'refused' },
      entered: { walletAddress },
    })
    expect(confirm).not.toHaveBeenCalled()
    expect(onProofRefused).toHaveBeenCalledOnce()
  })

  it('keeps a refusal with its code, and the signature with the wallet’s name', async () => {
    const refused = { kind: 'refused', reason: 'no_answer', remedy: { kind: 'try_again' }, message: null } as const
    const { result } = await run(signed, refused)
    expect(result).toEqual({
      kind: 'not_connected',
      result: { kind: 'refused', reason: 'no_answer', remedy: 'try_again', message: null, code: 'CODE' },
      entered: { walletAddress, signed: { walletName: 'Phantom', signature } },
    })
  })

  it('keeps until when to wait, and why', async () => {
    const wait = { kind: 'wait', waitMs: 5000, place: 3, message: null } as const
    const queue = await run(typed, { ...wait, cause: 'queue' })
    expect(queue.result).toMatchObject({ result: { kind: 'wait', place: 3, code: null } })
    const attempts = await run(typed, { ...wait, cause: 'attempts' })
    expect(attempts.result).toMatchObject({ result: { kind: 'too_many_attempts' } })
    const asked = await run(typed, { ...wait, cause: 'asked', message: 'Slow down' })
    expect(asked.result).toMatchObject({ result: { kind: 'wait', message: 'Slow down', code: 'CODE' } })
  })
})

describe('enteredIn', () => {
  it('keeps no more than can be shown', () => {
    const long = { walletAddress: 'a'.repeat(9999), signature: 's'.repeat(9999), walletName: 'n'.repeat(9999) }
    expect(JSON.stringify(enteredIn(long)).length).toBeLessThan(300)
    expect(JSON.stringify(enteredIn({ ...long, signature: 's' })).length).toBeLessThan(450)
  })
})
