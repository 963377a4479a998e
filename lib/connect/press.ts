import 'server-only'
import type { WalletWay } from '@/lib/wallets/ways'
import type { Entered, OpenLink } from './link'
import type { NotConfirmed } from './outcome'
import { checkProof, type ProofProblem } from './proof'
import { parseWalletAddress } from './wallet-address'

/** A press of the Connect button, as the form sent it. Nothing in it is trusted. */
export interface Press {
  walletAddress: string
  /** Base58; empty where nothing was signed. */
  signature: string
  walletName: string
}

/** Who pressed, and what this deployment asks of them. */
export interface PressContext {
  link: OpenLink
  /** The user's address where the operator keeps one; whatever the form sent is ignored then. */
  lockedAddress: string | undefined
  isProofRequired: boolean
}

/** Why a form was refused before the service was asked. The page itself finds `invalid_wallet_claim` as it loads. */
export const formRefusals = [
  'link_expired',
  'missing_signature',
  'invalid_wallet_address',
  'invalid_signature',
  'invalid_wallet_claim',
] as const

type FormRefusal = (typeof formRefusals)[number]

/** The longest address and wallet name that are kept to be shown again. */
const maxEnteredLength = 256
const maxWalletNameLength = 64

/**
 * Checks what costs nothing, before the service is asked ("Connect flow", step 4).
 *
 * @returns what to send to the service or, of a form with a problem, the outcome; `reason` is for records, and
 *   `proofProblem` for the log.
 */
export function checkPress(
  press: Press,
  { link, lockedAddress, isProofRequired }: PressContext,
):
  | { ok: true; walletAddress: string; signature: string | undefined }
  | { ok: false; outcome: NotConfirmed; reason: FormRefusal; proofProblem?: ProofProblem } {
  const { signature } = press
  if (isProofRequired && signature === '') {
    return { ok: false, outcome: { kind: 'proof_problem', problem: 'missing' }, reason: 'missing_signature' }
  }
  const wallet = parseWalletAddress(lockedAddress ?? press.walletAddress)
  if (!wallet.ok) {
    return {
      ok: false,
      outcome: { kind: 'address_problem', problem: wallet.problem },
      reason: 'invalid_wallet_address',
    }
  }
  if (signature === '') return { ok: true, walletAddress: wallet.address, signature: undefined }
  const proof = checkProof({ signature, walletAddress: wallet.address, link })
  if (proof.ok) return { ok: true, walletAddress: wallet.address, signature }
  const outcome = { kind: 'proof_problem', problem: 'refused' } as const
  return { ok: false, outcome, reason: 'invalid_signature', proofProblem: proof.problem }
}

/** What a form had in it, cut to what is kept to be shown again. A signature that was refused is not. */
export function enteredIn(
  { walletAddress, signature, walletName }: Press,
  outcome: NotConfirmed,
  way: WalletWay,
): Entered {
  const isRefused = outcome.kind === 'proof_problem' && outcome.problem === 'refused'
  return {
    walletAddress: walletAddress.slice(0, maxEnteredLength),
    ...(signature === '' || signature.length > maxEnteredLength || isRefused
      ? {}
      : { signed: { walletName: walletName.slice(0, maxWalletNameLength), signature }, way }),
  }
}
