import type { ShownScreen } from '@/components/wallet/wallet-screens'
import type { WalletProblem } from '@/components/wallet/wallet-session'
import { signInProblems, type SignInProblem } from '@/lib/auth/sign-in-query'
import { appProblems, refusalReasons, refusedFor, type AppProblem, type RefusalReason } from '@/lib/connect/outcome'
import type { AppState, ConnectPageState, EndedState, FormState, Notice } from '@/lib/connect/page-state'
import { walletAddressProblems } from '@/lib/connect/wallet-address-shape'
import { walletFailures } from '@/lib/wallets/errors'

/*
 * An example of every state that users can see, by its name. The preview, the accessibility tests and the screenshots
 * use it. The types ensure that no kind of a state is missing.
 */

export type Example =
  | { kind: 'connect'; state: ConnectPageState; show?: 'wallet_in_browser' | 'wallet_apps' | 'plain_id' }
  | { kind: 'wallet'; screen: ShownScreen }
  | {
      kind: 'sign_in'
      login: 'demo' | 'oidc' | 'both'
      failure?: { problem: SignInProblem | 'cookies'; code: string }
      isNameRefused?: boolean
      isSignedOut?: boolean
    }
  | { kind: 'signed_in' }
  | { kind: 'home' }
  | { kind: 'failure' }
  /** A separate document, with its own status. */
  | {
      kind: 'document'
      document: 'not_found' | 'incomplete_link' | 'busy' | 'other_browser' | 'open_in_app' | 'open_in_browser'
    }

/** In order. A name begins with its part: `form.locked`. */
export const exampleGroups = [
  'site',
  'signIn',
  'form',
  'wallet',
  'walletApp',
  'refused',
  'wait',
  'ended',
  'links',
] as const

type ExampleGroup = (typeof exampleGroups)[number]

export const exampleUser = 'Ada Lovelace'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const otherAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const requestId = '01KAEXAMPLE0000000000000000'
export const exampleCode = '3f2a9c41'
const code = exampleCode
const wallet = 'Example Wallet'
const adapter = { name: wallet, icon: '' }
const chosen = { name: wallet, address, signature: null }
const message = 'This is what the service itself says, in English and in its own words.'

const open = {
  linkId: 'example',
  requestId,
  secondsLeft: 28 * 60,
  isOwnLink: true,
  proof: 'optional',
  notice: null,
} as const

const typedKey = 'typed-example'
const form: FormState = { ...open, kind: 'form', typedKey, wallet: { kind: 'free', typed: '' }, signed: null }
const app: AppState = { ...open, kind: 'app', app: { id: 'phantom', name: 'Phantom', address }, isPressed: false }

const connect = (state: ConnectPageState): Example => ({ kind: 'connect', state })

function withAppProblem(problem: AppProblem, isChosen = problem === 'already_chosen'): Example {
  const notice: Notice = { kind: 'app_problem', wallet: 'Phantom', problem }
  if (isChosen) return connect({ ...app, notice })
  const held: FormState['wallet'] = problem === 'other_address' ? { kind: 'locked', address } : form.wallet
  return { kind: 'connect', state: { ...form, wallet: held, notice }, show: 'wallet_apps' }
}

const withNotice = (notice: Notice, typed = address): Example =>
  connect({ ...form, wallet: { kind: 'free', typed }, notice })

const typedWith: Record<(typeof walletAddressProblems)[number], string> = {
  missing: '',
  wrong_characters: `${address.slice(0, -1)}0`,
  wrong_length: address.slice(0, 20),
  transaction_signature: address + address,
}

function walletProblem(kind: WalletProblem['kind']): WalletProblem {
  if (kind === 'switched') return { kind, wallet, before: address, now: otherAddress }
  return kind === 'other_address' ? { kind, wallet, own: otherAddress, locked: address } : { kind, wallet }
}

/** A refusal, in the form if another press may help, otherwise in its place. */
function refusal(reason: RefusalReason): [`${ExampleGroup}.${string}`, Example] {
  const hasMessage = !/no_answer|unreadable|unusable/.test(reason)
  const { remedy, ...rest } = refusedFor(reason, { message: hasMessage ? message : null, code })
  if (remedy === 'check_address' || remedy === 'try_again')
    return [`refused.${reason}`, withNotice({ ...rest, remedy })]
  return [`ended.${reason}`, connect(ended({ ...rest, remedy }))]
}

function ended(refused: Pick<EndedState, 'reason' | 'remedy' | 'message' | 'code'>): EndedState {
  const { remedy } = refused
  const retry =
    remedy === 'tell_operator' || remedy === 'check_profile'
      ? { request_id: requestId, wallet_address: address, signature: '', wallet_name: '' }
      : null
  return { ...refused, kind: 'ended', linkId: 'example', typedKey, retry }
}

/** @param now - milliseconds since the epoch. */
export function examples(now: number): ReadonlyMap<string, Example> {
  const links = [4, 17].map((minutes, index) => ({
    id: `example-${index}`,
    arrivedAt: now - minutes * 60_000,
    isFromService: index === 0,
  }))
  const wait = { kind: 'wait', place: 12, pressesByItself: true, message: 'Too many requests', code } as const
  const expired = ended(refusedFor('request_expired', { message, code }))

  return new Map<`${ExampleGroup}.${string}`, Example>([
    ['site.home', { kind: 'home' }],
    ['site.not_found', { kind: 'document', document: 'not_found' }],
    ['site.failure', { kind: 'failure' }],
    ['site.incomplete_link', { kind: 'document', document: 'incomplete_link' }],
    ['site.busy', { kind: 'document', document: 'busy' }],

    ['signIn.provider', { kind: 'sign_in', login: 'oidc' }],
    ['signIn.demo', { kind: 'sign_in', login: 'demo' }],
    ['signIn.both', { kind: 'sign_in', login: 'both' }],
    ['signIn.name', { kind: 'sign_in', login: 'demo', isNameRefused: true }],
    ...([...signInProblems, 'cookies'] as const).map((problem): [`signIn.${string}`, Example] => [
      `signIn.${problem}`,
      { kind: 'sign_in', login: 'both', failure: { problem, code } },
    ]),
    ['signIn.signed_out', { kind: 'sign_in', login: 'oidc', isSignedOut: true }],
    ['signIn.signed_in', { kind: 'signed_in' }],

    ['form.no_wallet', connect(form)],
    ['form.odd_link', connect({ ...form, isOwnLink: false })],
    ['form.wallet', { kind: 'connect', state: form, show: 'wallet_in_browser' }],
    ['form.wallet_apps', { kind: 'connect', state: form, show: 'wallet_apps' }],
    ['form.proof_required', { kind: 'connect', state: { ...form, proof: 'required' }, show: 'wallet_in_browser' }],
    ['form.locked', connect({ ...form, wallet: { kind: 'locked', address } })],
    ['form.locked_unusable', connect({ kind: 'wallet_unusable', requestId, linkCode: code })],
    ['form.plain_id', { kind: 'connect', state: form, show: 'plain_id' }],
    ['form.signed', connect({ ...form, signed: { walletName: wallet, address, signature: 'example' } })],
    ['form.expires_soon', connect({ ...form, secondsLeft: 100 })],
    ...walletAddressProblems.map((problem): [`form.${string}`, Example] => [
      `form.address_${problem}`,
      withNotice({ kind: 'address_problem', problem }, typedWith[problem]),
    ]),
    ['form.proof_missing', proofProblem('missing')],
    ['form.proof_refused', proofProblem('refused')],

    ['wallet.connecting', { kind: 'wallet', screen: { kind: 'connecting', adapter } }],
    ['wallet.signing', { kind: 'wallet', screen: { kind: 'signing', adapter, chosen } }],
    ['wallet.connected', { kind: 'wallet', screen: { kind: 'connected', adapter, chosen } }],
    ...walletFailures.map((kind): [`wallet.${string}`, Example] => [
      `wallet.${kind}`,
      { kind: 'wallet', screen: { kind: 'failed', adapter, problem: walletProblem(kind) } },
    ]),

    ['walletApp.chosen', connect(app)],
    ['walletApp.proof_required', connect({ ...app, proof: 'required' })],
    ['walletApp.pressed', connect({ ...app, isPressed: true })],
    ['walletApp.declined_to_sign', withAppProblem('declined', true)],
    ...appProblems.map((problem): [`walletApp.${string}`, Example] => [
      `walletApp.${problem}`,
      withAppProblem(problem),
    ]),
    ['walletApp.other_browser', { kind: 'document', document: 'other_browser' }],
    ['walletApp.open_in_app', { kind: 'document', document: 'open_in_app' }],
    ['walletApp.open_in_browser', { kind: 'document', document: 'open_in_browser' }],

    ...refusalReasons.map(refusal),
    ['refused.long', withNotice(refusedFor('server_error', { message: 'No'.repeat(200), code }))],

    ['wait.turn', withNotice({ ...wait, secondsLeft: 40 })],
    ['wait.turn_in_minutes', withNotice({ ...wait, secondsLeft: 600, place: null })],
    ['wait.press', withNotice({ ...wait, secondsLeft: 40, place: 1, pressesByItself: false }, '')],
    ['wait.over', withNotice({ ...wait, secondsLeft: 0, pressesByItself: false }, '')],
    ['wait.after_link', withNotice({ kind: 'turn_after_link', minutes: 45, message: wait.message, code })],
    ['wait.after_link_in_hours', withNotice({ kind: 'turn_after_link', minutes: 600, message: null, code })],
    ['wait.too_many_attempts', withNotice({ kind: 'too_many_attempts', secondsLeft: 50 })],

    ['links.which', connect({ kind: 'which_link', links, othersDropped: false, ended: null })],
    ['links.one_left', connect({ kind: 'which_link', links: links.slice(0, 1), othersDropped: false, ended: expired })],
    ['links.others_dropped', connect({ kind: 'which_link', links, othersDropped: true, ended: null })],
    ['links.one_left_of_many', connect({ kind: 'nothing_held', because: 'others_dropped', canUndo: false })],
    ['links.none', connect({ kind: 'nothing_held', because: 'none', canUndo: false })],
    ['links.done', connect({ kind: 'nothing_held', because: 'done', canUndo: false })],
    ['links.cancelled', connect({ kind: 'nothing_held', because: 'cancelled', canUndo: true })],
    ['links.signed_out', connect({ kind: 'nothing_held', because: 'signed_out', canUndo: true })],
  ])
}

const proofProblem = (problem: 'missing' | 'refused'): Example =>
  connect({ ...form, proof: 'required', notice: { kind: 'proof_problem', problem } })
