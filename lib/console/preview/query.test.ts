import { describe, expect, it } from 'vitest'
import { frameUrl, isPreviewFrame } from './frame-url'
import { readPreviewQuery } from './query'

const skin = { languages: ['de', 'en'], schemes: ['light', 'dark'] } as const

describe('readPreviewQuery', () => {
  it('reads language, scheme and width', () => {
    const query = { language: 'en', scheme: 'dark', width: 'desktop' }
    expect(readPreviewQuery(query, skin)).toEqual(query)
  })

  it('returns the first language, the first scheme and the phone width when the query names no other of the skin', () => {
    const fallback = { language: 'de', scheme: 'light', width: 'phone' }
    for (const query of [{}, { language: 'xx', scheme: 'blue', width: '10' }, { language: ['en', 'de'] }]) {
      expect(readPreviewQuery(query, skin)).toEqual(fallback)
    }
    expect(readPreviewQuery({ scheme: 'light' }, { ...skin, schemes: ['dark'] }).scheme).toBe('dark')
  })
})

it('isPreviewFrame returns true only for the two paths of frameUrl', () => {
  const query = { state: 'ended.unknown', lang: 'pt-BR', scheme: 'dark' } as const
  expect(frameUrl(query, false)).toBe('/console/preview/frame?state=ended.unknown&lang=pt-BR&scheme=dark')
  for (const isDocument of [true, false]) {
    expect(isPreviewFrame(new URL(frameUrl(query, isDocument), 'https://a.example').pathname)).toBe(true)
  }
  for (const path of ['/console/preview', '/console/preview/frame/', '/connect/confirm', '/console/preview/framex']) {
    expect(isPreviewFrame(path)).toBe(false)
  }
})
