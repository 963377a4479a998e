import 'server-only'
import type { GatedOutcome } from './gated-confirm'
import {
  connectLink,
  recordResult,
  type Entered,
  type Link,
  type LinkChanges,
  type OpenLink,
  type PressResult,
} from './link'
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

/** What a confirm came to. */
export interface ConfirmedPress {
  outcome: GatedOutcome
  /** What the user quotes to the operator: that of the press which made the call, where several shared it. */
  code: string
}

/** What a press needs from outside. */
export interface PressServices {
  /** Passes the limits and asks the service. */
  confirm(request: { walletAddress: string; signature: string | undefined }): Promise<ConfirmedPress>
  onProofRefused(problem: ProofProblem): void
}

/** What a press came to: connected, or what is kept with the link and shown. */
export type PressOutcome =
  { kind: 'connected'; returnUrl: string } | { kind: 'not_connected'; result: PressResult; entered: Entered }

/** The longest address and wallet name that are kept to be shown again. */
const maxEnteredLength = 256
const maxWalletNameLength = 64

/**
 * A press of the Connect button for a link that can be confirmed ("Connect flow", step 4). Whatever costs
 * nothing is checked first; the service is called last.
 */
export async function pressConnect(
  press: Press,
  context: PressContext,
  services: PressServices,
): Promise<PressOutcome> {
  const { link } = context
  const entered = enteredIn(press)
  const refuse = (result: PressResult, keeps: Entered = entered): PressOutcome => {
    return { kind: 'not_connected', result, entered: keeps }
  }

  if (context.isProofRequired && press.signature === '') return refuse({ kind: 'proof_problem', problem: 'missing' })
  const wallet = parseWalletAddress(context.lockedAddress ?? press.walletAddress)
  if (!wallet.ok) return refuse({ kind: 'address_problem', problem: wallet.problem })
  if (press.signature !== '') {
    const proof = checkProof({ signature: press.signature, walletAddress: wallet.address, link })
    if (!proof.ok) {
      services.onProofRefused(proof.problem)
      return refuse({ kind: 'proof_problem', problem: 'refused' }, { walletAddress: entered.walletAddress })
    }
  }

  const signature = press.signature === '' ? undefined : press.signature
  const { outcome, code } = await services.confirm({ walletAddress: wallet.address, signature })
  if (outcome.kind === 'connected') return outcome
  if (outcome.kind === 'wait') {
    const { cause, waitMs, place, message } = outcome
    const until = Date.now() + waitMs
    if (cause === 'attempts') return refuse({ kind: 'too_many_attempts', until })
    return refuse({ kind: 'wait', until, place, message, code: message === null ? null : code })
  }
  const { reason, remedy, message } = outcome
  // What the gate makes of a 429 is a wait.
  const kind = remedy.kind === 'wait' ? 'try_again' : remedy.kind
  return refuse({ kind: 'refused', reason, remedy: kind, message, code })
}

/**
 * What a press changes in the links of its browser: one that connected has used its link up, and what came of any
 * other is kept with the link ("Client rules", rule 4).
 *
 * @param visible - the links of this user as they are now: another tab may have changed something meanwhile.
 */
export function linksAfterPress(
  visible: readonly Link[],
  linkId: string,
  outcome: PressOutcome,
  now: number,
): LinkChanges {
  if (outcome.kind === 'connected') return connectLink(visible, linkId, now)
  return recordResult(visible, linkId, { result: outcome.result, entered: outcome.entered, now })
}

/** What a form had in it, cut to what is kept to be shown again. */
export function enteredIn({ walletAddress, signature, walletName }: Press): Entered {
  return {
    walletAddress: walletAddress.slice(0, maxEnteredLength),
    ...(signature === '' || signature.length > maxEnteredLength
      ? {}
      : { signed: { walletName: walletName.slice(0, maxWalletNameLength), signature } }),
  }
}
