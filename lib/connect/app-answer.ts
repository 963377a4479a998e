import 'server-only'
import type { WalletApp } from '@/lib/wallets'
import { connectContent, readAnswer, signMessageContent, type DeepLinkMethod } from './deep-link'
import { appKeyOf, chosenApp, withNextKey, type Link, type OpenLink } from './link'
import type { AppProblem, NotConfirmed } from './outcome'
import { checkProof } from './proof'
import { parseWalletAddress } from './wallet-address'

/** A wallet app's answer. Its content is untrusted until it is decrypted. */
interface AppAnswer {
  app: WalletApp
  method: DeepLinkMethod
  query: URLSearchParams
  /** The user's wallet address, if the operator stores one. */
  lockedAddress: string | undefined
}

/** The link after an answer. For the log, it also names the problem of the answer. */
interface Answered {
  link: Link
  problem?: AppProblem | 'proof_refused'
  /** The exact cause, for the log. */
  detail?: string | undefined
}

/**
 * Applies an app's answer to the link. The answer contains a wallet address or a signature. A signature counts as a
 * press of Connect. The function stores a problem as the link's outcome. An answer never ends the link, and an
 * unreadable answer changes only the outcome.
 */
export function answerLink(link: OpenLink, answer: AppAnswer): Answered {
  // Answers that arrive after the app has signed change nothing.
  if (link.isPressedInApp) return { link }
  return answer.method === 'connect' ? takeAddress(link, answer) : takeSignature(link, answer)
}

function takeAddress(link: OpenLink, { app, query, lockedAddress }: AppAnswer): Answered {
  // A key is valid for one answer.
  if (chosenApp(link, lockedAddress)) return withProblem(link, app, 'already_chosen')
  const secretKey = appKeyOf(link, app.id)
  if (secretKey === undefined) return withProblem(link, app, 'unreadable', 'no_key')
  const publicKey = query.get(app.publicKeyParameter) ?? ''
  const answer = readAnswer(query, { publicKey, secretKey, content: connectContent, request: 'connecting' })
  const next = withNextKey(link, app.id)
  if (!answer.ok) {
    // Apps show the same link only once, so the link for the next try has a new key. An unreadable answer may be forged.
    const after = answer.problem === 'unreadable' ? link : next
    return withProblem(after, app, answer.problem, answer.detail)
  }
  const { public_key: shared, session } = answer.content
  const wallet = parseWalletAddress(shared)
  if (!wallet.ok) return withProblem(next, app, 'invalid_address', wallet.problem)
  if (lockedAddress !== undefined && wallet.address !== lockedAddress) {
    return withProblem(next, app, 'other_address')
  }
  const { entered: _entered, outcome: _outcome, ...rest } = link
  return { link: { ...rest, app: { id: app.id, walletAddress: wallet.address, publicKey, session } } }
}

function takeSignature(link: OpenLink, { app, query, lockedAddress }: AppAnswer): Answered {
  const chosen = chosenApp(link, lockedAddress)
  const { id, walletAddress = '', publicKey } = chosen ?? {}
  const secretKey = appKeyOf(link, app.id)
  if (id !== app.id || publicKey === undefined || secretKey === undefined) {
    return withProblem(link, app, link.entered?.signed ? 'already_chosen' : 'not_chosen')
  }
  const answer = readAnswer(query, { publicKey, secretKey, content: signMessageContent, request: 'signing' })
  if (!answer.ok) {
    const isForgotten = answer.problem === 'not_chosen'
    return withProblem(isForgotten ? withNextKey(link, app.id) : link, app, answer.problem, answer.detail)
  }
  const { signature } = answer.content
  const proof = checkProof({ signature, walletAddress, link })
  if (!proof.ok) {
    const outcome = { kind: 'proof_problem', problem: 'refused' } as const
    return { link: { ...link, outcome }, problem: 'proof_refused', detail: proof.problem }
  }
  const { outcome: _outcome, ...rest } = link
  const entered = { walletAddress, signed: { walletName: app.name, signature }, way: 'deep_link' as const }
  return { link: { ...rest, entered, app: { id, walletAddress }, isPressedInApp: true } }
}

function withProblem(link: Link, app: WalletApp, problem: AppProblem, detail?: string): Answered {
  const outcome: NotConfirmed = { kind: 'app_problem', app: app.id, problem }
  return { link: { ...link, outcome }, problem, detail }
}
