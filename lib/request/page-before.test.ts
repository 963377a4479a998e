import { describe, expect, it } from 'vitest'
import { pageBefore } from './page-before'

const origin = 'https://connect.example'

describe('pageBefore', () => {
  it.each([
    [`${origin}/`, '/'],
    [`${origin}/connect/confirm`, '/connect/confirm'],
    [`${origin}/signin?callbackUrl=%2Fconsole&error=x`, '/signin?callbackUrl=%2Fconsole&error=x'],
  ])('returns the previous page for %s', (referrer, page) => {
    expect(pageBefore(referrer, origin)).toBe(page)
  })

  it('removes the language from the query', () => {
    expect(pageBefore(`${origin}/signin?lang=de&error=x`, origin)).toBe('/signin?error=x')
    expect(pageBefore(`${origin}/?lang=de&lang=fr`, origin)).toBe('/')
  })

  it.each([
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
  ])('returns the start page for any other referrer: %s', (referrer) => {
    expect(pageBefore(referrer, origin)).toBe('/')
  })
})
