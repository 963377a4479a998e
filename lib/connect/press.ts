import 'server-only'
import { z } from 'zod'
import type { WalletWay } from '@/lib/wallets/ways'
import type { Entered, OpenLink } from './link'
import type { NotConfirmed } from './outcome'
import { checkProof, type ProofProblem } from './proof'
import { parseWalletAddress } from './wallet-address'
import { withoutBlanks } from './wallet-address-shape'

/** A press of Connect from the form. All fields are untrusted. */
export interface Press {
  walletAddress: string
  /** Base58; empty without a signature. */
  signature: string
  walletName: string
}

/**
 * Why we refuse a form before any call to the service. The page itself detects `invalid_wallet_claim` when it loads.
 */
export const formRefusals = [
  'link_expired',
  'missing_signature',
  'invalid_wallet_address',
  'invalid_signature',
  'invalid_wallet_claim',
] as const

type FormRefusal = (typeof formRefusals)[number]

const text = z.string().catch('')
const pressForm = z.object({
  link: text,
  request_id: text,
  wallet_address: text.transform(withoutBlanks),
  signature: text,
  wallet_name: text,
})

/** Parses the form with the Connect button. A missing field or a file counts as empty. */
export function parsePressForm(form: FormData): { linkId: string; requestId: string; press: Press } {
  const fields = pressForm.parse(Object.fromEntries(form))
  const { wallet_address: walletAddress, signature, wallet_name: walletName } = fields
  return { linkId: fields.link, requestId: fields.request_id, press: { walletAddress, signature, walletName } }
}

/** The max lengths, in characters, of an address and a wallet name that the link stores for display. */
const maxEnteredLength = 256
const maxWalletNameLength = 64

/** A valid press or, for an invalid form, its outcome. `reason` is for records, and `proofProblem` for the log. */
type Checked =
  | { ok: true; walletAddress: string; signature: string | undefined }
  | { ok: false; outcome: NotConfirmed; reason: FormRefusal; proofProblem?: ProofProblem }

interface PressContext {
  link: OpenLink
  /** The user's address, if the operator stores one. It replaces the address in the form. */
  lockedAddress: string | undefined
  isProofRequired: boolean
  isPhone: boolean
}

/**
 * Runs the checks that need no call to the service ("Connect flow", step 4).
 *
 * @returns also the way to the wallet, and the form's entries for the next page: shortened for display, without a
 *   refused or overlong signature.
 */
export function checkPress(press: Press, context: PressContext): Checked & { way: WalletWay; entered: Entered } {
  const checked = checkForm(press, context)
  const way = walletWayOf(press, context)
  const { signature } = press
  const isRefused = !checked.ok && checked.reason === 'invalid_signature'
  const entered = {
    walletAddress: press.walletAddress.slice(0, maxEnteredLength),
    ...(signature !== '' &&
      signature.length <= maxEnteredLength &&
      !isRefused && { signed: { walletName: press.walletName.slice(0, maxWalletNameLength), signature }, way }),
  }
  return { ...checked, way, entered }
}

function checkForm(
  { walletAddress: typed, signature }: Press,
  { link, lockedAddress, isProofRequired }: PressContext,
): Checked {
  if (isProofRequired && signature === '') {
    return { ok: false, outcome: { kind: 'proof_problem', problem: 'missing' }, reason: 'missing_signature' }
  }
  const wallet = parseWalletAddress(lockedAddress ?? typed)
  if (!wallet.ok) {
    const outcome = { kind: 'address_problem', problem: wallet.problem } as const
    return { ok: false, outcome, reason: 'invalid_wallet_address' }
  }
  const walletAddress = wallet.address
  if (signature === '') return { ok: true, walletAddress, signature: undefined }
  const proof = checkProof({ signature, walletAddress, link })
  if (proof.ok) return { ok: true, walletAddress, signature }
  const outcome = { kind: 'proof_problem', problem: 'refused' } as const
  return { ok: false, outcome, reason: 'invalid_signature', proofProblem: proof.problem }
}

/** The name that the Mobile Wallet Adapter's package gives itself. */
export const mobileWalletAdapterName = 'Mobile Wallet Adapter'

/**
 * Returns how the user reached the wallet of a press. The result is for records and logs only, because a browser can
 * send any value.
 */
function walletWayOf(press: Press, { link: { entered, app }, isPhone }: PressContext): WalletWay {
  const isSignedBefore = press.signature !== '' && press.signature === entered?.signed?.signature
  if (isSignedBefore && entered?.way) return entered.way
  if (app && press.walletAddress === app.walletAddress) return 'deep_link'
  if (press.walletName === '') return 'address'
  if (press.walletName === mobileWalletAdapterName) return 'mobile_wallet_adapter'
  return isPhone ? 'in_app_browser' : 'browser'
}
