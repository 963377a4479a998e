import 'server-only'
import { z } from 'zod'
import type { WalletWay } from '@/lib/wallets'
import type { Entered, OpenLink } from './link'
import type { NotConfirmed } from './outcome'
import { checkProof, type ProofProblem } from './proof'
import { parseWalletAddress } from './wallet-address'
import { withoutBlanks } from './wallet-address-shape'

/** The form's fields, all untrusted. */
export interface Press {
  walletAddress: string
  /** Base58; empty without a signature. */
  signature: string
  walletName: string
}

/** Why we refuse a form before any call to the service. With `invalid_wallet_claim`, the page itself refuses. */
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

/** A missing field or a file counts as empty. */
export function parsePressForm(form: FormData): { linkId: string; requestId: string; press: Press } {
  const fields = pressForm.parse(Object.fromEntries(form))
  const { wallet_address: walletAddress, signature, wallet_name: walletName } = fields
  return { linkId: fields.link, requestId: fields.request_id, press: { walletAddress, signature, walletName } }
}

/** What the link stores for display, in characters. */
const maxEnteredLength = 256
const maxWalletNameLength = 64

type Checked = {
  way: WalletWay
  /** For the next page, without a refused or overlong signature. */
  entered: Entered
} & (
  | { ok: true; walletAddress: string; signature: string | undefined }
  /** The reason is for records, the problem for the log. */
  | { ok: false; outcome: NotConfirmed; reason: FormRefusal; proofProblem?: ProofProblem }
)

interface PressContext {
  link: OpenLink
  /** What the operator stores, in place of the address in the form. */
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

  const refuse = (outcome: NotConfirmed, reason: FormRefusal) => ({ ok: false, outcome, reason, way, entered }) as const

  if (isProofRequired && signature === '') {
    return refuse({ kind: 'proof_problem', problem: 'missing' }, 'missing_signature')
  }
  const wallet = parseWalletAddress(lockedAddress ?? press.walletAddress)
  if (!wallet.ok) return refuse({ kind: 'address_problem', problem: wallet.problem }, 'invalid_wallet_address')
  const walletAddress = wallet.address
  const proof = signature === '' ? null : checkProof({ signature, walletAddress, link })
  if (!proof || proof.ok) return { ok: true, walletAddress, signature: proof ? signature : undefined, way, entered }
  const refused = refuse({ kind: 'proof_problem', problem: 'refused' }, 'invalid_signature')
  return { ...refused, proofProblem: proof.problem, entered: withoutSignature }
}

/** The name that the Mobile Wallet Adapter's package gives itself. */
export const mobileWalletAdapterName = 'Mobile Wallet Adapter'

/** How the user reached the wallet. For records and logs only, because a browser can send anything. */
function walletWayOf(press: Press, { link: { entered, app }, isPhone }: PressContext): WalletWay {
  const isSignedBefore = press.signature !== '' && press.signature === entered?.signed?.signature
  if (isSignedBefore && entered?.way) return entered.way
  if (app && press.walletAddress === app.walletAddress) return 'deep_link'
  if (press.walletName === '') return 'address'
  if (press.walletName === mobileWalletAdapterName) return 'mobile_wallet_adapter'
  return isPhone ? 'in_app_browser' : 'browser'
}
