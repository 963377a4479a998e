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

  it('returns the start page for any other referrer', () => {
    for (const referrer of [
      null,
      '',
      'null',
      'about:blank',
      '/connect/confirm',
      'https://elsewhere.example/connect/confirm',
      'http://connect.example/connect/confirm',
      'https://connect.example:8443/',
      'https://connect.example.elsewhere.example/',
      'https://connect.example@elsewhere.example/',
      `${origin}//elsewhere.example/`,
      `${origin}/\\elsewhere.example/`,
      `blob:${origin}/elsewhere`,
      'javascript:alert(1)',
      `${origin}/language/de`,
    ])
      expect(pageBefore(referrer, origin), `${referrer}`).toBe('/')
  })
})
