import { expect, it } from 'vitest'
import { userPath } from './user-path'

it.each([
  ['01JCZX3M5N4T9QK2R7W8Y6V0AB', '/console/users/01JCZX3M5N4T9QK2R7W8Y6V0AB'],
  ['a/b?c#d é', '/console/users/a%2Fb%3Fc%23d%20%C3%A9'],
  ['', undefined],
])('the page of the user %j is %s', (id, path) => expect(userPath(id)).toBe(path))
