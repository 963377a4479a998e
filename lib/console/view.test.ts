import { beforeEach, describe, expect, it, vi } from 'vitest'
import { consoleView } from './view'
import { viewCookie, writeView } from './view-cookie'

const sent = vi.hoisted(() => ({ value: undefined as string | undefined }))
vi.mock('next/headers', () => ({ cookies: async () => ({ get: () => sent.value && { value: sent.value } }) }))

it('consoleView reads each setting in the cookie, and normalizes the name of the time zone', async () => {
  sent.value = 'scheme=dark&timeZone=europe%2Fberlin&rail=narrow'
  expect(await consoleView()).toEqual({ scheme: 'dark', timeZone: 'Europe/Berlin', rail: 'narrow' })
})

it('consoleView ignores invalid settings', async () => {
  for (const value of [
    undefined,
    '',
    '%%%',
    'scheme=pink&timeZone=Mars/Olympus&rail=1',
    `timeZone=${'A'.repeat(5000)}`,
    'timeZone=%2B01:00',
  ]) {
    sent.value = value
    expect(await consoleView()).toEqual({})
  }
  sent.value = 'scheme=pink&rail=narrow'
  expect(await consoleView()).toEqual({ rail: 'narrow' })
})

describe('writeView', () => {
  const page = { cookie: '', body: { dataset: {} as Record<string, string> } }
  beforeEach(() => {
    page.cookie = ''
    page.body.dataset = {}
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'https:' })
  })

  it('keeps the other settings when one changes, and changes the page as the server does', async () => {
    page.body.dataset = { rail: 'narrow', scheme: 'dark' }
    page.cookie = `other=1; ${viewCookie}=${encodeURIComponent('scheme=dark&rail=narrow')}`
    writeView({ timeZone: 'Asia/Tokyo', rail: undefined })
    const [pair = '', ...attributes] = page.cookie.split('; ')
    expect(attributes).toEqual(['path=/console', 'max-age=31536000', 'samesite=lax', 'secure'])
    sent.value = decodeURIComponent(pair.slice(viewCookie.length + 1))
    expect(await consoleView()).toEqual({ scheme: 'dark', timeZone: 'Asia/Tokyo' })
    expect(page.body.dataset).toEqual({ scheme: 'dark', timeZone: 'Asia/Tokyo' })
  })

  it('writes the new setting when the old cookie is undecodable', () => {
    page.cookie = `${viewCookie}=%E0%A4%A`
    writeView({ scheme: 'dark' })
    expect(page.cookie).toContain(encodeURIComponent('scheme=dark'))
  })
})
