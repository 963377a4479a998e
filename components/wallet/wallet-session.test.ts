import bs58 from 'bs58'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { walletBehaviour } from '@/e2e/wallet/install'
import { signAs } from '@/e2e/wallet/keys'
import { pageWallet, type WalletBehaviour } from '@/e2e/wallet/page-wallet'
import type { ChosenWallet, WalletActivity } from './chosen-wallet'
import type { DetectedWallet } from './detected-wallets'
import { DetectedWalletAdapter } from './detected-wallet-adapter'
import { walletSession, type WalletScreen } from './wallet-session'

const message = 'service-connect:a:b'
const beacons = vi.fn()
const reload = vi.fn()
const setItem = vi.fn()
const asked: string[] = []

beforeEach(() => {
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), {
      location: { reload },
      testWallets: {},
      walletIsAsked: (name: string, text: string) => asked.push(`${name}: ${text}`),
    }),
  )
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', { setItem })
  vi.stubGlobal('navigator', { sendBeacon: beacons })
  vi.stubGlobal('fetch', async () => new Response(message))
  for (const mock of [beacons, reload, setItem]) mock.mockClear()
  asked.length = 0
})

/** Starts a session with the wallet of the browser tests. */
function begin({ lockedTo, ...change }: Begin = {}) {
  const behaviour = walletBehaviour(change)
  const { name, icon, accounts } = behaviour
  const addresses = accounts.map(({ address }) => address)
  const lockedAddress = lockedTo === undefined ? null : (addresses[lockedTo] ?? null)
  let wallet: unknown
  window.addEventListener('wallet-standard:register-wallet', (event) =>
    (event as CustomEvent).detail({ register: (one: unknown) => (wallet = one) }),
  )
  pageWallet(behaviour)
  const renew = () => new DetectedWalletAdapter({ name, icon, wallet } as DetectedWallet, null)
  let screen: WalletScreen | null = null
  let chosen: ChosenWallet | null = null
  let activity: WalletActivity = { kind: 'none' }
  /** Starts another session, as the page does when the user presses the wallet in the list. */
  function press(adapter = renew()) {
    const session = walletSession(
      {
        linkId: 'link',
        adapter,
        renew,
        lockedAddress,
        onChange: (next) => (chosen = next),
        onActivity: (next) => (activity = next),
        onEnd: () => (screen = null),
      },
      (next) => (screen = next),
    )
    return { ...session, end: session.start() }
  }
  let session = press()
  const control = window.testWallets[name]
  if (!control) throw new Error('The wallet has not registered itself.')
  return {
    ...control,
    renew,
    press: (adapter?: DetectedWalletAdapter) => (session = press(adapter)),
    retry: () => session.retry(),
    stopWaiting: () => session.stopWaiting(),
    changeWallet: () => session.changeWallet(),
    end: () => session.end(),
    accounts,
    /** What the page shows and sends: the screen with its problem, the address and the signature, and the activity. */
    state: () => [screen?.kind, problemOn(screen)?.kind, chosen && [chosen.address, chosen.signature], activity.kind],
    screen: () => screen,
    problem: () => problemOn(screen),
    /** Presses the button to sign. */
    sign: async () => (activity.kind === 'can_sign' ? activity.sign() : 'cannot sign'),
    /** What the page shows after the account has connected. */
    canSign: (account = 0, problem?: string) => ['connected', problem, [addresses[account], null], 'can_sign'],
    cannotSign: (account: number, problem: string) => ['connected', problem, [addresses[account], null], 'none'],
  }
}

const problemOn = (screen: WalletScreen | null) => (screen && 'problem' in screen ? screen.problem : undefined)

type Begin = Partial<WalletBehaviour> & { lockedTo?: number }

/** Waits until all answers have arrived. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

async function connected(change?: Begin) {
  const session = begin(change)
  await settled()
  return session
}

const asking = (kind: 'connecting' | 'signing', chosen: string | null = null) => [
  kind,
  undefined,
  chosen && [chosen, null],
  'alone',
]
const ended = [undefined, undefined, null, 'none']
const failed = (problem: string) => ['failed', problem, null, 'alone']

describe('walletSession while connecting', () => {
  it('connects the pressed wallet', async () => {
    const session = begin()
    expect(session.state()).toEqual(asking('connecting'))
    await settled()
    expect(session.state()).toEqual(session.canSign())
    expect(beacons).not.toHaveBeenCalled()
    expect(setItem.mock.calls).toEqual([['last-wallet', 'Test Wallet']])
  })

  it.each([
    ['decline', 'declined'],
    ['another chain', 'no_account'],
    ['throw', 'failed'],
  ] as const)(
    'shows the wallet with its problem, and reports it, when the wallet does: %s',
    async (onConnect, problem) => {
      const session = await connected({ onConnect })
      expect(session.state()).toEqual(failed(problem))
      expect(beacons.mock.calls).toEqual([[`/connect/wallet-failed?link=link&problem=${problem}`]])
      expect(setItem).not.toHaveBeenCalled()
    },
  )

  it('shows the problem in a browser without beacons too', async () => {
    vi.stubGlobal('navigator', {})
    expect((await connected({ onConnect: 'decline' })).state()).toEqual(failed('declined'))
  })

  it('ignores a late answer after the user has stopped waiting, has chosen again or has left', async () => {
    const session = await connected({ onConnect: 'never answer' })
    session.stopWaiting()
    expect(session.state()).toEqual(failed('given_up'))
    session.answerLate()
    await settled()
    expect(session.state()).toEqual(failed('given_up'))
    session.press()
    await settled()
    expect(session.state()).toEqual(session.canSign())

    session.changeWallet()
    const stopped = session.renew()
    const disconnect = vi.spyOn(stopped, 'disconnect')
    session.press(stopped)
    await settled()
    session.stopWaiting()
    expect(disconnect).toHaveBeenCalledOnce()
    session.behave({ onConnect: 'second account' })
    session.press()
    await settled()
    session.answerLate()
    await settled()
    expect(session.state()).toEqual(session.canSign(1))

    const left = await connected({ onConnect: 'never answer' })
    left.end()
    left.answerLate()
    await settled()
    expect(left.state()).toEqual(asking('connecting'))
  })

  it('asks the wallet anew when the user tries again after a failure, or while the wallet has not answered', async () => {
    const session = await connected({ onConnect: 'never answer' })
    session.behave({ onConnect: 'decline' })
    session.retry()
    await settled()
    expect(session.state()).toEqual(failed('declined'))
    session.behave({ onConnect: 'allow' })
    session.retry()
    expect(session.state()).toEqual(asking('connecting'))
    await settled()
    expect(session.state()).toEqual(session.canSign())
    session.answerLate()
    await settled()
    expect(session.state()).toEqual(session.canSign())
  })

  it('waits for a wallet that is still disconnecting, and then connects the account of then', async () => {
    const session = await connected({ onDisconnect: 'never answer' })
    session.changeWallet()
    expect(session.state()).toEqual(ended)
    session.press()
    await settled()
    expect(session.state()).toEqual(asking('connecting'))
    session.answerLate()
    await settled()
    expect(session.state()).toEqual(session.canSign())

    session.changeWallet()
    const stopped = session.renew()
    const connect = vi.spyOn(stopped, 'connect')
    session.press(stopped)
    session.stopWaiting()
    session.answerLate()
    await settled()
    expect(connect).not.toHaveBeenCalled()
  })

  it('waits two seconds for a wallet that never disconnects', async () => {
    const session = await connected({ onDisconnect: 'never answer' })
    vi.useFakeTimers()
    session.changeWallet()
    session.press()
    await vi.advanceTimersByTimeAsync(1999)
    expect(session.state()).toEqual(asking('connecting'))
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await settled()
    expect(session.state()).toEqual(session.canSign())
  })
})

describe('walletSession while signing', () => {
  it('has the signature when the wallet signs, and asks for no other one', async () => {
    const session = await connected()
    const [account] = session.accounts
    if (!account) throw new Error('There is no account.')
    const signature = bs58.encode(signAs(account, message))
    await session.sign()
    expect(session.state()).toEqual(['connected', undefined, [account.address, signature], 'none'])
    expect(asked).toEqual([`Test Wallet: ${message}`])
  })

  it.each([
    [{ onSign: 'decline' }, 'not_signed'],
    [{ onSign: 'wrap' }, 'wrong_signature'],
    [{ onSign: 'throw' }, 'failed'],
  ] as const)('keeps the wallet, and can ask it again, when it does: %o', async (change, problem) => {
    const session = await connected(change)
    await session.sign()
    expect(session.state()).toEqual(session.canSign(0, problem))
    session.behave({ onSign: 'sign' })
    await session.sign()
    expect(session.state()).toEqual([
      'connected',
      undefined,
      [session.accounts[0]?.address, expect.any(String)],
      'none',
    ])
  })

  it('asks no wallet when the message does not come in time, and reloads the page of a link that has gone', async () => {
    const session = await connected()
    for (const answer of [
      () => Promise.reject(new TypeError('Offline')),
      async () => new Response('', { status: 503 }),
    ]) {
      vi.stubGlobal('fetch', answer)
      await session.sign()
      expect(session.state()).toEqual(session.canSign(0, 'site_offline'))
    }
    expect(reload).not.toHaveBeenCalled()
    let arrive: (response: Response) => void = () => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
    const stopped = session.sign()
    session.stopWaiting()
    arrive(new Response(message))
    await stopped
    expect(session.state()).toEqual(session.canSign(0, 'given_up'))
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    void session.sign()
    await settled()
    expect(reload).toHaveBeenCalledOnce()
    expect(session.screen()?.kind).toBe('signing')
    expect(asked).toEqual([])
  })

  it('ignores a late signature after the user has stopped waiting, and asks again at the next press', async () => {
    const session = await connected({ onSign: 'never answer' })
    const first = session.sign()
    await settled()
    expect(session.state()).toEqual(asking('signing', session.accounts[0]?.address))
    session.stopWaiting()
    expect(session.state()).toEqual(session.canSign(0, 'given_up'))
    session.answerLate()
    await first
    expect(session.state()).toEqual(session.canSign(0, 'given_up'))

    void session.sign()
    await settled()
    session.stopWaiting()
    session.changeWallet()
    await settled()
    session.press()
    await settled()
    void session.sign()
    await settled()
    expect(asked).toHaveLength(3)
  })

  it('asks again for a signature when the user tries again, and counts only the later answer', async () => {
    const session = await connected({ onSign: 'never answer' })
    const first = session.sign()
    await settled()
    session.behave({ onSign: 'decline' })
    session.retry()
    await settled()
    expect(session.state()).toEqual(session.canSign(0, 'not_signed'))
    session.answerLate()
    await first
    expect(session.state()).toEqual(session.canSign(0, 'not_signed'))
    expect(asked).toHaveLength(2)
  })

  it('is over when the wallet no longer knows this site', async () => {
    const session = await connected({ onSign: 'throw', thrown: 'Unauthorized' })
    await session.sign()
    expect(session.state()).toEqual(failed('disconnected'))

    const silent = await connected({ onSign: 'never answer' })
    void silent.sign()
    await settled()
    const screen = silent.screen()
    // As the Mobile Wallet Adapter.
    if (screen) Object.defineProperty(screen.adapter, 'connected', { value: false })
    silent.stopWaiting()
    expect(silent.state()).toEqual(failed('disconnected'))
  })
})

describe('walletSession when the wallet changes by itself', () => {
  it.each([
    ['disconnects', 'disconnected', (session: Session) => session.disconnect()],
    ['switches to another chain', 'no_account', (session: Session) => session.switchTo(2)],
  ] as const)('shows the problem when it %s, before it signs and while it signs', async (_, problem, change) => {
    for (const isSigning of [false, true]) {
      const session = await connected({ onSign: 'never answer' })
      if (isSigning) void session.sign()
      await settled()
      change(session)
      expect(session.state()).toEqual(failed(problem))
      session.answerLate()
      await settled()
      expect(session.state()).toEqual(failed(problem))
    }
  })

  it('follows it to another account, and drops the signature of the one before', async () => {
    const session = await connected({ onSign: 'never answer' })
    const [one, other] = session.accounts.map(({ address }) => address)
    session.switchTo(1)
    expect(session.state()).toEqual(session.canSign(1, 'switched'))
    expect(session.problem()).toMatchObject({ before: one, now: other })
    const late = session.sign()
    await settled()
    session.switchTo(0)
    expect(session.state()).toEqual(session.canSign(0, 'switched'))
    session.answerLate()
    await late
    expect(session.state()).toEqual(session.canSign(0, 'switched'))
    session.behave({ onSign: 'sign' })
    await session.sign()
    session.switchTo(1)
    expect(session.state()).toEqual(session.canSign(1, 'switched'))
  })

  it('ignores it after the user has changed the wallet or has left', async () => {
    const session = await connected()
    session.changeWallet()
    session.switchTo(1)
    await settled()
    expect(session.state()).toEqual(ended)
    const left = await connected()
    left.end()
    left.disconnect()
    expect(left.state()).toEqual(left.canSign())
  })
})

describe('walletSession', () => {
  it('lets no wallet sign with another address than that of the account, until the wallet switches to it', async () => {
    const session = await connected({ lockedTo: 1 })
    const [one, locked] = session.accounts.map(({ address }) => address)
    expect(session.state()).toEqual(session.cannotSign(0, 'other_address'))
    expect(session.problem()).toMatchObject({ own: one, locked })
    session.switchTo(1)
    expect(session.state()).toEqual(session.canSign(1, 'switched'))
    session.switchTo(0)
    expect(session.state()).toEqual(session.cannotSign(0, 'other_address'))
  })

  it('connects a wallet that cannot sign, and says so', async () => {
    const session = await connected({ canSign: false })
    expect(session.state()).toEqual(session.cannotSign(0, 'cannot_sign'))
  })
})

type Session = Awaited<ReturnType<typeof connected>>
