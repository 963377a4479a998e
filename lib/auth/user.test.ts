import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { revocationOf, sessionUser } from './session'
import { consoleUser, currentUser, requireOperator, requireViewer } from './user'

const opened = vi.hoisted(() => ({
  sessionUser: vi.fn<typeof sessionUser>(),
  revocationOf: vi.fn<typeof revocationOf>(),
}))
vi.mock('./session', () => opened)
vi.mock('./people', () => ({ consolePeople: () => 'staff' }))
vi.mock('next/headers', () => ({ cookies: async () => ({ getAll: () => [] }), headers: async () => new Headers() }))

const notFound = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const signIn = { digest: expect.stringContaining(';/signin?callbackUrl=%2Fconsole%2Fbalances;') }

const person = { id: 'user-1', name: 'Kim' }
const rights = {
  operator: { isOperator: true, isViewer: false },
  viewer: { isOperator: false, isViewer: true },
  user: { isOperator: false, isViewer: false },
}

/** Signs a person with this right in; null if no user is signed in. */
function signedIn(right: keyof typeof rights | null, revocation: Awaited<ReturnType<typeof revocationOf>> = 'none') {
  const identity = { issuer: 'i', ...person, roles: [] }
  const session = { id: 's', people: 'staff' as const, deployment: 'd', identity, signedInAt: 0, expiresAt: 0 }
  opened.sessionUser.mockResolvedValue(right && { session, user: { ...person, ...rights[right] } })
  opened.revocationOf.mockResolvedValue(revocation)
}

beforeEach(() => signedIn(null))

describe('requireViewer', () => {
  it.each(['operator', 'viewer'] as const)('returns the person when they are signed in as %s', async (right) => {
    signedIn(right)
    expect(await requireViewer('/console/balances')).toEqual({ ...person, ...rights[right] })
    expect(await requireViewer()).toEqual({ ...person, ...rights[right] })
  })

  it('answers 404 when a user asks', async () => {
    signedIn('user')
    await expect(requireViewer('/console/balances')).rejects.toMatchObject(notFound)
    await expect(requireViewer()).rejects.toMatchObject(notFound)
  })

  it('redirects to sign in when no user is signed in, or answers 404 without a page to return to', async () => {
    await expect(requireViewer('/console/balances')).rejects.toMatchObject(signIn)
    await expect(requireViewer()).rejects.toMatchObject(notFound)
    signedIn('viewer', 'revoked')
    await expect(requireViewer('/console/balances')).rejects.toMatchObject(signIn)
  })

  it('throws for an operator or a viewer when the session cannot be checked', async () => {
    for (const right of ['operator', 'viewer'] as const) {
      signedIn(right, 'unknown')
      await expect(requireViewer()).rejects.toMatchObject({ name: 'StoreUnavailableError' })
    }
    signedIn('user', 'unknown')
    await expect(requireViewer()).rejects.toMatchObject(notFound)
  })
})

describe('requireOperator', () => {
  it('returns an operator', async () => {
    signedIn('operator')
    expect(await requireOperator()).toMatchObject(person)
  })

  it.each(['viewer', 'user'] as const)('answers 404 when a %s asks', async (right) => {
    signedIn(right)
    await expect(requireOperator('/console/balances')).rejects.toMatchObject(notFound)
    await expect(requireOperator()).rejects.toMatchObject(notFound)
  })

  it('throws only for an operator when the session cannot be checked', async () => {
    signedIn('operator', 'unknown')
    await expect(requireOperator()).rejects.toMatchObject({ name: 'StoreUnavailableError' })
    signedIn('viewer', 'unknown')
    await expect(requireOperator()).rejects.toMatchObject(notFound)
  })
})

describe('currentUser', () => {
  it.each(['operator', 'viewer'] as const)(
    'returns a signed-in %s without rights when the session cannot be checked',
    async (right) => {
      signedIn(right)
      expect(await consoleUser()).toEqual({ ...person, ...rights[right] })
      expect(opened.sessionUser).toHaveBeenCalledWith([], 'staff')
      signedIn(right, 'unknown')
      expect(await currentUser()).toEqual({ ...person, ...rights.user })
    },
  )
})
