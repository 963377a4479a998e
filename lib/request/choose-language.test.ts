import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, pageBefore } from './choose-language'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const offered = ['en', 'ar', 'de', 'pt-BR', 'zh-Hans'] as const

describe('chooseLanguage', () => {
  it('returns the most likely of several similar languages', () => {
    const several = ['de', 'en-GB', 'en-US', 'es-419', 'es', 'zh-Hans', 'zh-Hant'] as const
    for (const [accepted = '', language] of [
      ['en', 'en-US'],
      ['en-GB', 'en-GB'],
      ['en-NZ', 'en-GB'],
      ['es-ES', 'es'],
      ['es-419', 'es-419'],
      ['zh-TW,zh;q=0.9', 'zh-Hant'],
      ['zh-CN', 'zh-Hans'],
    ])
      expect(chooseLanguage({ chosen: [], accepted }, several), accepted).toBe(language)
  })

  it('returns a language whose tag has an old or another code', () => {
    const current = ['en', 'id', 'he', 'yi', 'zh-Hans', 'nb', 'fil'] as const
    for (const [accepted = '', language] of [
      ['in-ID', 'id'],
      ['IW', 'he'],
      ['ji', 'yi'],
      ['cmn-Hans', 'zh-Hans'],
      ['cmn-TW', 'en'],
      ['no', 'nb'],
      ['nb-NO', 'nb'],
      ['nn', 'en'],
      ['tl-PH', 'fil'],
    ])
      expect(chooseLanguage({ chosen: [], accepted }, current), accepted).toBe(language)
    expect(chooseLanguage({ chosen: [], accepted: 'nb' }, ['en', 'no'])).toBe('no')
  })

  it('returns the first accepted language that is offered, or the first language when there is none', () => {
    for (const [accepted = null, language] of [
      ['ar', 'ar'],
      ['ar-EG,en;q=0.8', 'ar'],
      ['fr, de;q=0.5, en;q=0.4', 'de'],
      ['pt', 'pt-BR'],
      ['zh-CN', 'zh-Hans'],
      ['pt-PT', 'pt-BR'],
      ['DE-at', 'de'],
      ['zh-TW, de;q=0.5', 'de'],
      ['de;q=0, *', 'en'],
      [`de,${'fi;q=0.9,'.repeat(30)}`, 'de'],
      [`${'fi,'.repeat(64)}de,ar;q=0.1`, 'de'],
      [`${'fi;q=0.9,'.repeat(21)}ar;q=0.5,de;q=0.1`, 'ar'],
    ])
      expect(chooseLanguage({ chosen: [], accepted }, offered), `${accepted}`).toBe(language)
    const unusable = ['-', 'a', 'de_DE', 'x-private', '*;q=0.5, xx-yy-zz', ';;;q=,,', 'root', 'i-klingon']
    for (const accepted of [null, '', '*', 'fi', 'not a language!', 'x'.repeat(300), ...unusable]) {
      expect(chooseLanguage({ chosen: [], accepted }, offered), `${accepted}`).toBe('en')
    }
  })

  it('keeps nothing of the tags that clients send', () => {
    /** Writes a number in letters, as the code of an unknown language or script. */
    const code = (number: number, length: number) =>
      Array.from({ length }, (_, index) => String.fromCharCode(97 + (Math.floor(number / 26 ** index) % 26))).join('')
    const accept = (request: number) => {
      const numbers = Array.from({ length: 12 }, (_, index) => request * 12 + index)
      for (const tags of [numbers.map((number) => code(number, 6)), numbers.map((number) => `de-${code(number, 4)}`)]) {
        chooseLanguage({ chosen: [], accepted: tags.join() }, offered)
      }
    }
    accept(0)
    const before = heapBytes()
    for (let request = 1; request <= 1500; request += 1) accept(request)
    // Keeping 1,000 bytes per request would exceed this.
    expect(heapBytes() - before).toBeLessThan(1_500_000)
  })

  it('prefers the chosen language in the URL to that in the cookie, and ignores one that is not offered', () => {
    for (const [inUrl, inCookie, language] of [
      ['ar', 'pt-BR', 'ar'],
      [null, 'pt-BR', 'pt-BR'],
      ['xx', 'pt-BR', 'pt-BR'],
      ['AR', undefined, 'de'],
      ['', '__proto__', 'de'],
    ] as const)
      expect(chooseLanguage({ chosen: [inUrl, inCookie], accepted: 'de' }, offered), `${inUrl}`).toBe(language)
  })
})

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
