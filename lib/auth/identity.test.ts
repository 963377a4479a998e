import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSearchText } from '@/lib/console/query'
import { typedId } from '@/lib/console/typed-text'
import { userPath } from '@/lib/console/page-url'
import { demoIdentity, userFromIdentity, userIdProblem } from './identity'

const issuer = 'https://login.example'

describe('a user ID', () => {
  it('can have spaces inside and any visible characters, but none that a form, a link or UTF-8 would change', () => {
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const plain = ['bob', '7', 'demo:ada lovelace', 'a  b', 'a/../b?c#d%2e', '.', '..', 'İ李👩é', ulid, 'x'.repeat(255)]
    for (const id of plain) {
      expect(userIdProblem(id), id).toBeUndefined()
    }
    const blanks = [' ', '\t', '\n', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u2029', '\u3000', '\ufeff']
    const unseen = ['\0', '\u001b', '\u007f', '\u009f', '\u00ad', '\u061c', '\u200b', '\u200d', '\u200e', '\u202e']
    const others = ['\u2066', '\u2069', '\u2800', '\u3164', '\ufe0f', '\ud800', '\udc00', '\u{e0041}']
    const inside = [...blanks.slice(1), ...unseen, ...others].map((character) => `bo${character}b`)
    const spaced = [`${ulid.slice(0, 9)} ${ulid.slice(9)}`, '7xKXtg2CW87d97TXJSDpbD 5jBkheTqA83TZRuJosgAsU']
    for (const blank of blanks) inside.push(`bob${blank}`, `${blank}bob`, blank)
    for (const id of [...inside, ...spaced, '', 'x'.repeat(256), 7, null, undefined, ['bob']]) {
      expect(userIdProblem(id), JSON.stringify(id)).toEqual(expect.any(String))
    }
  })

  it('stays the same in a search, a URL, UTF-8 and a form’s field', () => {
    const characters = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      // Texts that the search takes apart, with blanks.
      fc
        .array(fc.constantFrom('a', 'b', 'X', 'Y', 'Z', '0', '1', '8', '9', ' ', '.', '%', '/', '\u00a0'), {
          minLength: 1,
          maxLength: 45,
        })
        .map((all) => all.join('')),
    )
    let accepted = 0
    fc.assert(
      fc.property(characters, (id) => {
        if (userIdProblem(id) !== undefined) return
        accepted += 1
        const { searchParams } = new URL(userPath(id) ?? '', 'http://localhost')
        expect([typedId(id), readSearchText(id), searchParams.get('id')]).toEqual([id, id, id])
        expect(Buffer.from(id).toString()).toBe(id)
        expect(new URLSearchParams(`${new URLSearchParams({ id })}`).get('id')).toBe(id)
        // A browser removes line ends from the value of a field.
        expect(id.replaceAll(/[\r\n]/g, '')).toBe(id)
      }),
      { numRuns: 150 },
    )
    expect(accepted).toBeGreaterThan(5)
  })
})

describe('demoIdentity', () => {
  it('returns the same user for a name in any case, spacing and Unicode form', () => {
    expect(demoIdentity(' Ada Lovelace ')).toEqual({
      issuer: 'demo',
      id: 'demo:ada lovelace',
      name: 'Ada Lovelace',
      roles: [],
    })
    expect(demoIdentity('Zoe\u0308')?.id).toBe(demoIdentity('ZO\u00cb')?.id)
  })

  it('allows 1 to 80 visible characters', () => {
    for (const name of ['A', 'x'.repeat(80), 'O’Brien', '李']) expect(demoIdentity(name)?.name).toBe(name)
    const invisible = ['A\u0000da', 'A\nda', 'A\u009fda', 'A\u202eda', 'A\ud800']
    for (const name of ['', '   ', 'x'.repeat(81), ...invisible, undefined, null, 7, ['Ada']]) {
      expect(demoIdentity(name), JSON.stringify(name)).toBeNull()
    }
  })
})

const options = {
  logins: [{ issuer, operatorRole: 'admin', viewerRole: 'support' }, { issuer: 'demo' }],
  consoleUsers: [] as string[],
  consoleViewers: [] as string[],
}
const ada = { issuer, id: 'user-1', name: 'Ada', trustedEmail: 'Ada@Example.com', roles: [] as string[] }

describe('userFromIdentity', () => {
  it('returns only the fields of a user, and a wallet address only if the login provides one', () => {
    const identity = { ...ada, walletAddress: 'raw', accessToken: 'secret' }
    const user = userFromIdentity(identity, options)
    expect(user).toEqual({ id: 'user-1', name: 'Ada', walletAddress: 'raw', isOperator: false, isViewer: false })
    expect(userFromIdentity(ada, options)).not.toHaveProperty('walletAddress')
  })

  it('recognizes an operator by the exact ID, or by a trusted address in any case', () => {
    const untrusted = { trustedEmail: undefined }
    for (const [changes, consoleUsers, isOperator] of [
      [{}, ['user-1'], true],
      [{}, ['USER-1'], false],
      [{}, ['other@example.com', 'ADA@EXAMPLE.COM'], true],
      [{}, ['ada@example.com.evil.example'], false],
      [{}, [], false],
      [untrusted, ['ada@example.com'], false],
      // Nobody has verified an address that is an ID.
      [{ ...untrusted, id: 'ada@example.com' }, ['ada@example.com', 'ADA@example.com'], false],
      // An entry without an @ is an ID.
      [{ trustedEmail: 'user-2' }, ['user-2'], false],
      // Only ASCII letters have a case here.
      [{ trustedEmail: '\u212Aim@example.com' }, ['kim@example.com'], false],
      [{ trustedEmail: 'KIM@example.com' }, ['kim@example.com'], true],
      // A demo entry is only for demo users.
      [{ ...untrusted, issuer: 'demo', id: 'demo:olga' }, ['demo:olga'], true],
      [{ ...untrusted, id: 'demo:olga' }, ['demo:olga'], false],
    ] as const) {
      const user = userFromIdentity({ ...ada, ...changes }, { ...options, consoleUsers })
      expect(user?.isOperator, `${JSON.stringify(changes)} ${consoleUsers.join()}`).toBe(isOperator)
    }
  })

  it('gives the right of an entry or a role, and makes a person with both rights an operator', () => {
    for (const [consoleUsers, consoleViewers, roles, isOperator, isViewer] of [
      [[], ['user-1'], [], false, true],
      [[], ['ADA@example.com'], [], false, true],
      [[], [], ['support'], false, true],
      [[], [], ['other'], false, false],
      [['user-1'], ['user-1'], [], true, false],
      [['user-1'], [], ['support'], true, false],
      [[], ['user-1'], ['admin', 'support'], true, false],
    ] as const) {
      const user = userFromIdentity({ ...ada, roles: [...roles] }, { ...options, consoleUsers, consoleViewers })
      expect(user, JSON.stringify({ consoleUsers, consoleViewers, roles })).toMatchObject({ isOperator, isViewer })
    }
  })
})
