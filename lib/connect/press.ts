import 'server-only'
import { z } from 'zod'
import type { WalletWay } from '@/lib/wallets'
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

/** A valid press or, for an invalid form, its outcome. */
type Checked = {
  way: WalletWay
  /** For the next page: shortened, without a refused or overlong signature. */
  entered: Entered
} & (
  | { ok: true; walletAddress: string; signature: string | undefined }
  | {
      ok: false
      outcome: NotConfirmed
      /** For records. */
      reason: FormRefusal
      /** For the log. */
      proofProblem?: ProofProblem
    }
)

interface PressContext {
  link: OpenLink
  /** The user's address, if the operator stores one. It replaces the address in the form. */
  lockedAddress: string | undefined
  isProofRequired: boolean
  isPhone: boolean
}

/** Runs the checks that need no call to the service ("Connect flow", step 4). */
export function checkPress(press: Press, context: PressContext): Checked {
  const { signature } = press
  const { link, lockedAddress, isProofRequired } = context
  const way = walletWayOf(press, context)
  const withoutSignature = { walletAddress: press.walletAddress.slice(0, maxEnteredLength) }
  const signed = { walletName: press.walletName.slice(0, maxWalletNameLength), signature }
  const hasSignature = signature !== '' && signature.length <= maxEnteredLength
  const entered: Entered = { ...withoutSignature, ...(hasSignature && { signed, way }) }

  if (isProofRequired && signature === '') {
    const outcome = { kind: 'proof_problem', problem: 'missing' } as const
    return { ok: false, outcome, reason: 'missing_signature', way, entered }
  }
  const wallet = parseWalletAddress(lockedAddress ?? press.walletAddress)
  if (!wallet.ok) {
    const outcome = { kind: 'address_problem', problem: wallet.problem } as const
    return { ok: false, outcome, reason: 'invalid_wallet_address', way, entered }
  }
  const walletAddress = wallet.address
  if (signature === '') return { ok: true, walletAddress, signature: undefined, way, entered }
  const proof = checkProof({ signature, walletAddress, link })
  if (proof.ok) return { ok: true, walletAddress, signature, way, entered }
  const outcome = { kind: 'proof_problem', problem: 'refused' } as const
  const refused = { outcome, reason: 'invalid_signature', proofProblem: proof.problem } as const
  return { ok: false, ...refused, way, entered: withoutSignature }
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
