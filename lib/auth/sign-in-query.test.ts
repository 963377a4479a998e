import { readdirSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { returnPath, signInProblem } from './sign-in-query'

const origin = 'https://connect.example'

describe('returnPath', () => {
  it('returns a path of this app', () => {
    for (const [url, expected] of [
      ['/console/balances?page=2#total', '/console/balances?page=2#total'],
      ['/', '/'],
      ['https://connect.example/console', '/console'],
      ['/connect/confirm', '/connect/confirm'],
      ['/?next=//evil.example', '/?next=//evil.example'],
    ] as const) {
      expect(returnPath(url, origin), url).toBe(expected)
    }
  })

  it('returns the connect page for another site, the sign-in page, an export and anything else that is no page', () => {
    const withoutScheme = ['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example']
    const withBlanks = ['/\t/evil.example', '\t//evil.example', ' //evil.example', '\u0000//evil.example']
    const withDots = ['/.//evil.example', '/a/..//evil.example', 'https://connect.example//evil.example']
    const hosts = ['evil.example', 'connect.example@evil.example', 'connect.example.evil.example', '']
    const otherSchemes = ['http://connect.example/', 'javascript:alert(1)', 'data:text/html,x']
    const blobs = ['blob:https://connect.example/1', 'blob:https://connect.example//evil.example']
    const ofLogin = ['/signin?callbackUrl=/console', '/signin/return?token=a', '/signin/anything', '/api/auth/signout']
    const others = [
      '/console/users/../audit/export?a',
      '/connect',
      '/skin/logo.svg',
      '/console/preview/document',
      '/connect/open',
      '/language/de',
      '/no-such-page',
      'https:evil.example',
      '/console/',
    ]
    const noTexts = [undefined, null, ['/console', '/console']]
    const sites = hosts.map((host) => `https://${host && `${host}/`}`)
    const texts = [withoutScheme, withBlanks, withDots, sites, otherSchemes, blobs, ofLogin, others].flat()
    for (const url of [...texts, ...noTexts]) {
      expect(returnPath(url, origin), JSON.stringify(url)).toBe('/connect/confirm')
    }
  })

  it('returns a page of the console with a query as one to which another site may have led, also a second time', () => {
    for (const url of ['/console/users/one?id=..#top', '/console/users/one?id=..&elsewhere=1#top']) {
      expect(returnPath(url, origin)).toBe('/console/users/one?id=..&elsewhere=1#top')
    }
    expect(returnPath('/connect/confirm?a=b', origin)).toBe('/connect/confirm?a=b')
  })

  it('returns each page of the console, and none of its handlers', () => {
    const files = readdirSync('app/console', { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((each) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(each))) {
      const path = dirname(`/console/${file}`)
      expect(returnPath(path, origin), path).toBe(file.endsWith('page.tsx') ? path : '/connect/confirm')
    }
  })

  it('accepts a URL of at most 512 characters, because a cookie stores it', () => {
    const path = (length: number) => '/?q='.padEnd(length - origin.length, 'x')
    expect(returnPath(path(512), origin)).toBe(path(512))
    expect(returnPath(path(513), origin)).toBe('/connect/confirm')
    expect(returnPath(`/?q=${'é'.repeat(200)}`, origin)).toBe('/connect/confirm')
  })
})

it('signInProblem maps every unknown error to one problem', () => {
  for (const [error, problem] of [
    ['unfinished', 'unfinished'],
    ['misconfigured', 'misconfigured'],
    ['OAuthCallback', 'failed'],
    ['constructor', 'failed'],
    ['', undefined],
    [undefined, undefined],
    [['unfinished', 'unfinished'], undefined],
  ] as const) {
    expect(signInProblem(error), String(error)).toBe(problem)
  }
})
