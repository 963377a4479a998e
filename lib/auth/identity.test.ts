import { describe, expect, it } from 'vitest'
import { demoIdentity, mayOpenConsole, userFromIdentity } from './identity'

const issuer = 'https://login.example'

describe('demoIdentity', () => {
  it('returns the same user for a name in any case, spacing and Unicode form', () => {
    expect(demoIdentity(' Ada Lovelace ')).toEqual({
      issuer: 'demo',
      id: 'demo:ada lovelace',
      name: 'Ada Lovelace',
      hasOperatorRole: false,
      hasViewerRole: false,
    })
    expect(demoIdentity('Zoe\u0308')?.id).toBe(demoIdentity('ZO\u00cb')?.id)
  })

  it.each(['A', 'x'.repeat(80), 'O’Brien', '李'])('allows %j', (name) => {
    expect(demoIdentity(name)?.name).toBe(name)
  })

  it.each(['', '   ', 'x'.repeat(81), 'A\u0000da', 'A\nda', 'A\u009fda', undefined, null, 7, ['Ada']])(
    'refuses %j',
    (name) => expect(demoIdentity(name)).toBeNull(),
  )
})

const options = { issuers: [issuer], consoleUsers: [] as string[], consoleViewers: [] as string[] }
const ada = { issuer, id: 'user-1', name: 'Ada', trustedEmail: 'Ada@Example.com', hasOperatorRole: false }

describe('userFromIdentity', () => {
  it('returns only the fields of a user', () => {
    const user = userFromIdentity({ ...ada, walletAddress: 'raw', accessToken: 'secret' }, options)
    expect(user).toEqual({ id: 'user-1', name: 'Ada', walletAddress: 'raw', isOperator: false, isViewer: false })
  })

  it('omits the wallet address when the login provides none', () => {
    expect(userFromIdentity(ada, options)).not.toHaveProperty('walletAddress')
  })

  it.each([undefined, null, {}, 'Ada', { ...ada, id: '' }, { ...ada, name: undefined }])(
    'returns null for %j',
    (identity) => expect(userFromIdentity(identity, options)).toBeNull(),
  )

  it('returns null when this deployment no longer offers the login of the session', () => {
    expect(userFromIdentity({ ...ada, issuer: 'demo' }, options)).toBeNull()
    expect(userFromIdentity({ ...ada, issuer: 'https://old.example' }, options)).toBeNull()
    expect(userFromIdentity({ ...ada, issuer: 'demo' }, { ...options, issuers: [issuer, 'demo'] })).not.toBeNull()
  })

  it.each([
    [['user-1'], true],
    [['USER-1'], false],
    [['user-10'], false],
    [['ada@example.com'], true],
    [['other@example.com', 'ADA@EXAMPLE.COM'], true],
    [['ada@example.com.evil.example'], false],
    [[''], false],
    [[], false],
  ])('recognizes Ada as an operator when CONSOLE_USERS is %j: %s', (consoleUsers, isOperator) => {
    expect(userFromIdentity(ada, { ...options, consoleUsers })?.isOperator).toBe(isOperator)
  })

  it.each([
    ['ada@example.com', ['ada@example.com'], false],
    ['ada@example.com', ['ADA@example.com'], false],
    ['user-1', ['user-1'], true],
  ])('recognizes the ID %j without an e-mail address when CONSOLE_USERS is %j: %s', (id, consoleUsers, is) => {
    const { trustedEmail: _, ...identity } = { ...ada, id }
    expect(userFromIdentity(identity, { ...options, consoleUsers })?.isOperator).toBe(is)
  })

  it('compares an entry without an @ only to the ID', () => {
    const identity = { ...ada, trustedEmail: 'user-2' }
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['user-2'] })?.isOperator).toBe(false)
  })

  it('ignores case in an e-mail address only for ASCII letters', () => {
    const identity = { ...ada, trustedEmail: '\u212Aim@example.com' }
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['kim@example.com'] })?.isOperator).toBe(false)
    const kim = { ...ada, trustedEmail: 'KIM@example.com' }
    expect(userFromIdentity(kim, { ...options, consoleUsers: ['kim@example.com'] })?.isOperator).toBe(true)
  })

  it('applies a demo entry of CONSOLE_USERS only to demo users', () => {
    const issuers = [issuer, 'demo']
    const consoleUsers = ['demo:olga', 'olga']
    const isOperator = (identity: object) =>
      userFromIdentity({ ...ada, ...identity, trustedEmail: undefined }, { ...options, issuers, consoleUsers })
        ?.isOperator
    expect(isOperator({ issuer: 'demo', id: 'demo:olga' })).toBe(true)
    expect(isOperator({ id: 'demo:olga' })).toBe(false)
    expect(isOperator({ id: 'olga' })).toBe(true)
  })

  it('does not recognize an operator by an untrusted e-mail address', () => {
    const { trustedEmail: _, ...identity } = ada
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['ada@example.com'] })?.isOperator).toBe(false)
  })

  it('recognizes an operator by the role when CONSOLE_USERS has no entry', () => {
    expect(userFromIdentity({ ...ada, hasOperatorRole: true }, options)?.isOperator).toBe(true)
  })

  it.each<[users: string[], viewers: string[], roles: object, isOperator: boolean, isViewer: boolean]>([
    [[], ['user-1'], {}, false, true],
    [[], ['ADA@example.com'], {}, false, true],
    [[], ['USER-1'], {}, false, false],
    [[], ['user-10', 'ada@example.com.evil.example'], {}, false, false],
    [[], [], { hasViewerRole: true }, false, true],
    [['user-1'], ['user-1'], {}, true, false],
    [['user-1'], [], { hasViewerRole: true }, true, false],
    [[], ['user-1'], { hasOperatorRole: true, hasViewerRole: true }, true, false],
  ])('grants rights when CONSOLE_USERS is %j, CONSOLE_VIEWERS %j, roles %j: operator %s, viewer %s', (...row) => {
    const [consoleUsers, consoleViewers, roles, isOperator, isViewer] = row
    const user = userFromIdentity({ ...ada, ...roles }, { ...options, consoleUsers, consoleViewers })
    expect(user).toMatchObject({ isOperator, isViewer })
  })

  it('applies a demo entry of CONSOLE_VIEWERS only to demo users', () => {
    const viewers = { ...options, consoleViewers: ['demo:vera'] }
    expect(userFromIdentity({ ...ada, id: 'demo:vera' }, viewers)?.isViewer).toBe(false)
    const demo = { ...ada, issuer: 'demo', id: 'demo:vera' }
    expect(userFromIdentity(demo, { ...viewers, issuers: ['demo'] })?.isViewer).toBe(true)
  })
})

describe('mayOpenConsole', () => {
  it.each([
    [{ isOperator: true, isViewer: false }, true],
    [{ isOperator: false, isViewer: true }, true],
    [{ isOperator: false, isViewer: false }, false],
    [null, false],
  ])('lets the user %j open the console: %s', (user, expected) => {
    expect(mayOpenConsole(user)).toBe(expected)
  })
})
