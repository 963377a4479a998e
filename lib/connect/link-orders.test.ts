import {
  array,
  asyncProperty,
  check,
  constant,
  constantFrom,
  oneof,
  record,
  shuffledSubarray,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { changeLinks, readHold, type HoldCookies } from './hold-cookie'
import {
  arriveLink,
  bindLinks,
  chooseLink,
  forgetConfirmed,
  isOpen,
  linksVisibleTo,
  reopenLinks,
  setLinksAside,
  type HeldLink,
  type LinkChanges,
} from './link'

/*
 * A browser in which a user's link and a stranger's link arrive. Requests overlap: the server computes each answer from
 * the cookies that the browser had when it sent the request, and the answer comes later or never. In no order may the
 * stranger's link need no choice, because a press would then confirm it with the user's wallet.
 */

// Thousands of orders would spend a minute on seals. These cost nothing, and answer `{}` for another password too.
vi.mock('iron-session', () => ({
  sealData: async (content: unknown, { password }: { password: string }) => JSON.stringify({ content, password }),
  unsealData: async (sealed: string, { password }: { password: string }) => {
    const opened = JSON.parse(sealed) as { content: unknown; password: string }
    return opened.password === password ? opened.content : {}
  },
}))

const user = { requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nonce: 'own-nonce' }
const stranger = { requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ', nonce: 'strangers-nonce' }

type Request = (links: HeldLink[], now: number, userId: string | undefined) => LinkChanges

const idOf = (links: readonly HeldLink[], { requestId }: typeof user) =>
  links.find((link) => link.requestId === requestId)?.id ?? ''
const arrivalOf =
  (link: typeof user): Request =>
  (links, now, userId) =>
    arriveLink(links, link, { userId, isFromService: false, now })
const visible = (links: HeldLink[], userId = '') => linksVisibleTo(links, userId, 0)

/** What the two do. The user never chooses the stranger's link. */
const requests = {
  'user arrives': arrivalOf(user),
  'user arrives anew': arrivalOf({ ...user, nonce: 'newer-nonce' }),
  'stranger arrives': arrivalOf(stranger),
  'stranger arrives anew': arrivalOf({ ...stranger, nonce: 'n'.repeat(200) }),
  'user signs in': (links, now) => bindLinks(links, 'ada', now),
  'user chooses': (links, now, userId) => chooseLink(visible(links, userId), idOf(links, user), now),
  'user connects': (links, now, userId) => {
    const own = visible(links, userId).find(({ id }) => id === idOf(links, user))
    return own ? forgetConfirmed(visible(links, userId), own, now) : none
  },
  'user cancels': (links, now, userId) => setLinksAside(visible(links, userId), now, userId ?? ''),
  'user undoes it': (links, now, userId) => reopenLinks(visible(links, userId), now, userId ?? ''),
  'user signs out': (links, now) => setLinksAside(links, now),
} satisfies Record<string, Request>
const none: LinkChanges = {}

type Name = keyof typeof requests
/** `delay`: after how many further events the answer arrives; null if it is lost. */
type Event = { name: Name; delay: number | null } | { name: 'password changes' }

/** Runs the events, and returns after which answers the stranger's link was open without needing a choice. */
async function unaskedAfter(events: readonly Event[]): Promise<number[]> {
  const unasked: number[] = []
  const jar = new Map<string, string>()
  let passwords: HoldCookies['passwords'] = { current: 'a'.repeat(40), previous: undefined }
  let now = Date.now()
  let hasMet = false
  const answers: { at: number; apply: () => void }[] = []
  const cookiesOf = (map: Map<string, string>, change: Partial<HoldCookies> = {}): HoldCookies => ({
    all: () => [...map].filter(([name]) => name !== 'session').map(([name, value]) => ({ name, value })),
    set: () => {},
    passwords,
    now,
    ...change,
  })

  async function look(at: number): Promise<void> {
    const { links, now: then } = await readHold(cookiesOf(jar))
    const seen = linksVisibleTo(links, 'ada', then)
    const strangers = seen.find((link) => link.requestId === stranger.requestId)
    const users = seen.find((link) => link.requestId === user.requestId)
    const isStrangersOpen = strangers !== undefined && isOpen(strangers, now)
    const haveMetNow = isStrangersOpen && users !== undefined && isOpen(users, now)
    // Once a stranger's link was open beside the user's, it needs a choice for as long as the browser holds it.
    hasMet = strangers !== undefined && (hasMet || haveMetNow)
    if (hasMet && isStrangersOpen && (!strangers.needsChoice || strangers.isChosen)) unasked.push(at)
  }

  for (const [at, event] of events.entries()) {
    now += 10
    // A second change within the lifetime of a link would end it.
    if (event.name === 'password changes') passwords = { current: 'b'.repeat(40), previous: 'a'.repeat(40) }
    else {
      const { name, delay } = event
      const ops: ((map: Map<string, string>) => void)[] = []
      const cookies = cookiesOf(new Map(jar), {
        set: (cookie, value) => ops.push((map) => (value === '' ? map.delete(cookie) : map.set(cookie, value))),
      })
      await changeLinks(null, (links, then) => requests[name](links, then, jar.get('session')), cookies)
      if (name === 'user signs in') ops.push((map) => map.set('session', 'ada'))
      if (name === 'user signs out') ops.push((map) => map.delete('session'))
      const apply = () => {
        for (const op of ops) op(jar)
      }
      if (delay !== null) answers.push({ at: at + delay, apply })
    }
    for (const answer of answers.filter((one) => one.at === at)) {
      answer.apply()
      await look(at)
    }
  }
  for (const answer of answers.filter((one) => one.at >= events.length)) {
    answer.apply()
    await look(events.length)
  }
  return unasked
}

const delays = [0, 1, 2, null] as const
const delay = constantFrom(...delays)
const passwordChanges: Event = { name: 'password changes' }
const eventOf = (name: Name) => delay.map((delay): Event => ({ name, delay }))

/** Returns the shortest found order that leaves the stranger's link without a question; null if none of them does. */
async function firstUnasked(orders: Arbitrary<Event[]>): Promise<Event[] | null> {
  const isSafe = asyncProperty(orders, async (events) => (await unaskedAfter(events)).length === 0)
  const { counterexample } = await check(isSafe, { numRuns: 2500, seed: 1 })
  return counterexample?.[0] ?? null
}

describe('a stranger’s link that was open beside the user’s needs a choice', () => {
  it('in every order of two arrivals of the stranger, one of the user and a sign-in, each answer late or lost', async () => {
    const names = ['user arrives', 'stranger arrives', 'stranger arrives anew', 'user signs in'] as const
    for (const order of permutations(names)) {
      for (const late of product([0, 1, null], names.length)) {
        const events = order.map((name, index) => ({ name, delay: late[index] ?? null }))
        expect(await unaskedAfter(events), JSON.stringify(events)).toEqual([])
      }
    }
  })

  it('in thousands of orders with a choice, a sign-out and a change of the password too, each answer late or lost', async () => {
    const names: Name[] = ['user arrives', 'stranger arrives', 'stranger arrives anew', 'user signs in', 'user chooses']
    const once = tuple(...[...names, 'user signs out' as const].map(eventOf))
    const orders = once.chain((events) => shuffledSubarray([...events, passwordChanges], { minLength: 4 }))
    expect(await firstUnasked(orders)).toBeNull()
  })

  it('in thousands of orders of everything, if the user waits for an answer before the next act', async () => {
    const arrivals = Object.keys(requests).filter((name) => name.includes('arrives')) as Name[]
    const acts = Object.keys(requests).filter((name) => !name.includes('arrives')) as Name[]
    const act = record({ name: constantFrom(...acts), delay: constantFrom(0, null) })
    const event = oneof(
      { weight: 6, arbitrary: constantFrom(...arrivals).chain(eventOf) },
      { weight: 6, arbitrary: act },
      { weight: 1, arbitrary: constant(passwordChanges) },
    )
    const orders = array<Event>(event, { minLength: 3, maxLength: 12 })
    expect(await firstUnasked(orders)).toBeNull()
  })
})

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]))
}

function product<Value>(values: readonly Value[], length: number): Value[][] {
  if (length === 0) return [[]]
  return product(values, length - 1).flatMap((head) => values.map((value) => [...head, value]))
}
