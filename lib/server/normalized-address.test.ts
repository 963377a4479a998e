import { expect, it } from 'vitest'
import { isRedirectedByNext } from './normalized-address'

it.each(['/connect/', '/connect/?nonce=1', '//connect', '/connect//confirm?x', '/connect\\', '//', '/\\evil.example'])(
  'knows %s for an address that Next redirects',
  (url) => expect(isRedirectedByNext(url)).toBe(true),
)

it.each(['/', '/?a=/', '/connect', '/connect?return=//x/', '/connect/confirm', ''])('knows %s for none', (url) =>
  expect(isRedirectedByNext(url)).toBe(false),
)
