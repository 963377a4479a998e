import { expect, it, vi } from 'vitest'
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
const unavailable = { name: 'StoreUnavailableError' }

const person = { id: 'user-1', name: 'Kim' }
const rights = {
  operator: { isOperator: true, isViewer: false },
  viewer: { isOperator: false, isViewer: true },
  user: { isOperator: false, isViewer: false },
}

/** Signs a person with this right in, with a session that the app cannot check. */
function signedInUnchecked(right: keyof typeof rights): void {
  const identity = { issuer: 'i', ...person, roles: [] }
  const session = { id: 's', people: 'staff' as const, deployment: 'd', identity, signedInAt: 0, expiresAt: 0 }
  opened.sessionUser.mockResolvedValue({ session, user: { ...person, ...rights[right] } })
  opened.revocationOf.mockResolvedValue('unknown')
}

/*
 * A session that the app cannot check while Redis is unavailable. e2e/logins tests the rights of all others.
 */

it('requireViewer and requireOperator throw only for a person whom they would admit', async () => {
  for (const [right, ofViewers, ofOperators] of [
    ['operator', unavailable, unavailable],
    ['viewer', unavailable, notFound],
    ['user', notFound, notFound],
  ] as const) {
    signedInUnchecked(right)
    await expect(requireViewer(), right).rejects.toMatchObject(ofViewers)
    await expect(requireOperator(), right).rejects.toMatchObject(ofOperators)
  }
})

it('currentUser returns a person without rights', async () => {
  for (const right of ['operator', 'viewer', 'user'] as const) {
    signedInUnchecked(right)
    expect(await currentUser(), right).toEqual({ ...person, ...rights.user })
    expect(await consoleUser(), right).toEqual({ ...person, ...rights.user })
  }
})
