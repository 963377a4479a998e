import { describe, expect, it } from 'vitest'
import { userOf } from '@/lib/auth/identity'

const issuer = 'https://login.example'
const options = { issuers: [issuer], consoleUsers: [] as string[] }
const ada = { issuer, id: 'user-1', name: 'Ada', trustedEmail: 'Ada@Example.com', hasOperatorRole: false }

describe('userOf', () => {
  it('gives what the app may know, and no more', () => {
    const user = userOf({ ...ada, walletAddress: 'raw', accessToken: 'secret' }, options)
    expect(user).toEqual({ id: 'user-1', name: 'Ada', walletAddress: 'raw', isOperator: false })
  })

  it('leaves the wallet out where the login named none', () => {
    expect(userOf(ada, options)).not.toHaveProperty('walletAddress')
  })

  it.each([undefined, null, {}, 'Ada', { ...ada, id: '' }, { ...ada, name: undefined }])(
    'is nobody for %j',
    (identity) => expect(userOf(identity, options)).toBeNull(),
  )

  it('is nobody when the session is of a login that this deployment has no more', () => {
    expect(userOf({ ...ada, issuer: 'demo' }, options)).toBeNull()
    expect(userOf({ ...ada, issuer: 'https://old.example' }, options)).toBeNull()
    expect(userOf({ ...ada, issuer: 'demo' }, { ...options, issuers: [issuer, 'demo'] })).not.toBeNull()
  })

  it.each([
    [['user-1'], true],
    [['USER-1'], false],
    [['user-10'], false],
    [['ada@example.com'], true],
    [['somebody@example.com', 'ADA@EXAMPLE.COM'], true],
    [['ada@example.com.evil.example'], false],
    [[''], false],
    [[], false],
  ])('with CONSOLE_USERS %j, whether Ada is an operator is %s', (consoleUsers, isOperator) => {
    expect(userOf(ada, { ...options, consoleUsers })?.isOperator).toBe(isOperator)
  })

  it('does not know an operator by an address that is not trusted', () => {
    const { trustedEmail: _, ...identity } = ada
    expect(userOf(identity, { ...options, consoleUsers: ['ada@example.com'] })?.isOperator).toBe(false)
  })

  it('knows an operator by the role alone', () => {
    expect(userOf({ ...ada, hasOperatorRole: true }, options)?.isOperator).toBe(true)
  })
})
