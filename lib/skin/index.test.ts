import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as singletons from '@/lib/process-singleton'
import { folderWith } from '@/lib/test-support'
import { logo, skinTheme, viewportColors } from '.'
import { defaultTheme } from './theme'

let folder: string

beforeEach(() => {
  folder = folderWith({ 'brand.json': '{"name":"Acme","service":"Rewards"}' })
  configure({ SKIN_DIR: folder })
  // Each call reads the skin again.
  vi.spyOn(singletons, 'processSingleton').mockImplementation((_name, make) => make())
})

describe('skinTheme', () => {
  it('returns the skin’s theme with the URLs of its files', () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'theme.css'), 'header { background: url(logo.svg) }')
    expect(skinTheme()).toMatch(/^header \{ background: url\(\/skin\/[0-9a-f]{12}\/logo\.svg\) \}$/)
  })

  it('returns null when the skin has no theme, or the default one, which every page has', () => {
    expect(skinTheme()).toBeNull()
    writeFileSync(join(folder, 'theme.css'), defaultTheme)
    expect(skinTheme()).toBeNull()
  })

  it('adds the dark colours for a browser without light-dark() when the theme is only dark', () => {
    writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark; --skin-accent: #39ff14 }')
    expect(skinTheme()).toContain('--skin-surface: #171b22')
    writeFileSync(join(folder, 'theme.css'), ':root { --skin-accent: #39ff14 }')
    expect(skinTheme()).not.toContain('--skin-surface')
  })
})

describe('logo', () => {
  const add = (...names: string[]) => names.forEach((name) => writeFileSync(join(folder, name), name))
  /** Returns the logo's URLs without the version. */
  const logoIn = (scheme?: 'light' | 'dark') => {
    const found = logo(scheme)
    const nameOf = (url: string | null) => url && url.replace(/^\/skin\/[0-9a-f]{12}\//, '')
    return found && [nameOf(found.url), nameOf(found.darkUrl)]
  }

  it('prefers an SVG to a PNG, returns a separate logo for the dark scheme, and null without one for the light scheme', () => {
    expect(logoIn()).toBeNull()
    add('logo-dark.svg')
    expect(logoIn()).toBeNull()
    add('logo.png')
    expect(logoIn()).toEqual(['logo.png', 'logo-dark.svg'])
    rmSync(join(folder, 'logo-dark.svg'))
    expect(logoIn()).toEqual(['logo.png', null])
    add('logo-dark.svg', 'logo.svg')
    expect(logoIn()).toEqual(['logo.svg', 'logo-dark.svg'])
  })

  it('returns one logo when the page has one scheme', () => {
    add('logo.svg', 'logo-dark.svg')
    expect([logoIn('dark'), logoIn('light')]).toEqual([
      ['logo-dark.svg', null],
      ['logo.svg', null],
    ])
    writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark }')
    expect(logoIn()).toEqual(['logo-dark.svg', null])
  })
})

it('viewportColors returns the colours of both schemes, or of the only one', () => {
  expect(viewportColors()).toEqual({
    colorScheme: 'light dark',
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: '#ffffff' },
      { media: '(prefers-color-scheme: dark)', color: '#171b22' },
    ],
  })
  writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark }')
  expect(viewportColors()).toEqual({ colorScheme: 'dark', themeColor: [{ color: '#171b22' }] })
})
