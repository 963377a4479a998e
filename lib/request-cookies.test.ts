import { NextRequest, NextResponse } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { requestCookies, withOwnCookies, type CookieJar } from './request-cookies'

const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 3600 } as const

/** What is sent with a request, as our own server reads it. */
async function readOwn(header: string | undefined) {
  return (await withOwnCookies(header, async () => (await requestCookies()).getAll())).result
}

describe('the cookies of a request that Next does not have', () => {
  it.each([
    ['none', undefined],
    ['an empty header', ''],
    ['several', 'a=1; b=2;c=3'],
    ['several of one name', 'a=1; b=2; a=3'],
    ['escapes', 'a=%7B%22b%22%3A1%7D; %61=2; c=a+b'],
    ['a broken escape', 'a=1; b=%zz; a=%zz; c=3'],
    ['one without a value', 'a; b=; =c; d==e=f'],
    ['names of properties', '__proto__=1; constructor=2'],
    ['other bytes', 'a=\u00e9\u00ff; b="quoted"'],
    ['a large one', `a=${'x'.repeat(16_000)}`],
  ])('are read as Next reads them: %s', async (_what, header) => {
    const request = new NextRequest('http://localhost/', header === undefined ? {} : { headers: { cookie: header } })
    expect(await readOwn(header)).toEqual(request.cookies.getAll())
  })

  it('are set as Next sets them', async () => {
    vi.useFakeTimers({ now: 1_795_000_000_000 })
    const changes: Parameters<CookieJar['set']>[] = [
      ['a', 'x*y~z', attributes],
      ['b', 'needs escaping; ä', { ...attributes, secure: false }],
      ['c', '', { ...attributes, maxAge: 0 }],
      ['a', 'again', attributes],
    ]
    const { setCookies } = await withOwnCookies('a=1; c=3', async () => {
      const jar = await requestCookies()
      for (const change of changes) jar.set(...change)
    })
    const next = new NextResponse()
    for (const change of changes) next.cookies.set(...change)
    vi.useRealTimers()
    expect(setCookies).toEqual(next.headers.getSetCookie())
    expect(setCookies).toEqual([
      'a=again; Path=/; Expires=Wed, 18 Nov 2026 12:06:40 GMT; Max-Age=3600; Secure; HttpOnly; SameSite=lax',
      'b=needs%20escaping%3B%20%C3%A4; Path=/; Expires=Wed, 18 Nov 2026 12:06:40 GMT; Max-Age=3600; HttpOnly; SameSite=lax',
      'c=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=lax',
    ])
  })

  it('are read as they were set', async () => {
    const { result } = await withOwnCookies('a=1; b=2', async () => {
      const jar = await requestCookies()
      jar.set('b', 'a b', attributes)
      jar.set('c', '3', attributes)
      return (await requestCookies()).getAll()
    })
    expect(result.map(({ name, value }) => `${name}=${value}`)).toEqual(['a=1', 'b=a b', 'c=3'])
  })

  it('are of one request, and of nothing that comes after it', async () => {
    const both = await Promise.all([readOwn('a=1'), readOwn('a=2')])
    expect(both.map(([cookie]) => cookie?.value)).toEqual(['1', '2'])
    await expect(requestCookies()).rejects.toThrow('outside a request scope')
  })
})
