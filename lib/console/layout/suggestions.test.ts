import { beforeEach, describe, expect, it, vi } from 'vitest'
import { consolePages } from '@/lib/console/shared/pages'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { remember, suggestionsFor } from './suggestions'

const t: ConsoleTexts = (key) => key.split('.').at(-1) ?? ''
const urlsFor = (text: string) => suggestionsFor(text, t, consolePages).map(({ url }) => url)

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

describe('suggestionsFor', () => {
  it('returns user, conversion and task runs first when the text is a ULID in small letters', () => {
    expect(urlsFor(ulid.toLowerCase()).slice(0, 3)).toEqual([
      `/console/users/${ulid}`,
      `/console/conversions/${ulid}`,
      `/console/task-runs?find=${ulid}`,
    ])
  })

  it('returns resources, connects and balances when the text is a wallet address', () => {
    expect(urlsFor(wallet)).toEqual([
      `/console/resources?address=${wallet}`,
      `/console/connects?find=${wallet}`,
      `/console/balances?find=${wallet}`,
    ])
  })

  it('returns connects when the text is a code, and the pages whose names contain the text', () => {
    expect(urlsFor('7K2QXV9M4T')).toContain('/console/connects?find=7K2QXV9M4T')
    expect(urlsFor('conv')).toContain('/console/conversions')
  })

  it('returns no page that the viewer may not open', () => {
    const pages = consolePages.filter(({ name }) => name !== 'audit')
    expect(urlsFor('audit')).toContain('/console/audit')
    expect(suggestionsFor('audit', t, pages).map(({ url }) => url)).toEqual(['/console/balances?find=audit'])
  })

  it('returns no places when the text has characters that no ID has', () => expect(urlsFor('a b & c')).toEqual([]))

  it('returns at most six earlier look-ups first when the text is empty', () => {
    for (let number = 1; number <= 8; number += 1) remember(`look-up ${number}`)
    remember('look-up 4')
    const found = suggestionsFor('', t, consolePages)
    expect(found.slice(0, 6).map(({ title }) => title)).toEqual([4, 8, 7, 6, 5, 3].map((number) => `look-up ${number}`))
    expect(found[6]?.url).toBe('/console')
    expect(found[0]?.url).toBe('/console/search?q=look-up+4')
  })

  it('ignores earlier look-ups that it cannot read', () => {
    for (const text of ['{', '{"a":1}', '[1,{}]']) {
      kept.set('console-look-ups', text)
      expect(urlsFor('')[0]).toBe('/console')
    }
  })
})
