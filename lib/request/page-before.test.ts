import { describe, expect, it } from 'vitest'
import { pageBefore } from './page-before'

const origin = 'https://connect.example'

describe('pageBefore', () => {
  it('returns the previous page without the language in its query', () => {
    for (const page of ['/', '/connect/confirm', '/signin?callbackUrl=%2Fconsole&error=x']) {
      expect(pageBefore(origin + page, origin)).toBe(page)
    }
    expect(pageBefore(`${origin}/signin?lang=de&error=x`, origin)).toBe('/signin?error=x')
    expect(pageBefore(`${origin}/?lang=de&lang=fr`, origin)).toBe('/')
  })

  it('returns null for any other URL', () => {
    const noUrls = [null, '', 'null', 'about:blank', '/connect/confirm', 'javascript:alert(1)']
    const elsewhere = ['https://elsewhere.example/connect/confirm', 'http://connect.example/connect/confirm']
    const likeOurs = ['https://connect.example:8443/', 'https://connect.example.elsewhere.example/']
    const pointingElsewhere = ['https://connect.example@elsewhere.example/', `blob:${origin}/elsewhere`]
    const paths = ['//elsewhere.example/', '/\\elsewhere.example/', '/language/de'].map((path) => origin + path)
    for (const referrer of [...noUrls, ...elsewhere, ...likeOurs, ...pointingElsewhere, ...paths]) {
      expect(pageBefore(referrer, origin), `${referrer}`).toBeNull()
    }
  })
})
