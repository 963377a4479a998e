import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultStyles, logo, skinTheme, viewportColors } from '.'
import { defaultTheme } from './default-theme'

let folder: string
vi.mock('@/lib/config', () => ({ config: () => ({ skinFolder: folder }) }))
vi.mock('@/lib/process-singleton', () => ({ processSingleton: <Value>(_name: string, make: () => Value) => make() }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skin-'))
  writeFileSync(join(folder, 'brand.json'), '{"name":"Acme","service":"Rewards"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the styles for a page', () => {
  it('are those of a theme of the skin’s own, whose files have their addresses', () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'theme.css'), 'header { background: url(logo.svg) }')
    expect(skinTheme()).toMatch(/^header \{ background: url\(\/skin\/[0-9a-f]{12}\/logo\.svg\) \}$/)
  })

  it('are none where the theme is the default one, which every page has', () => {
    writeFileSync(join(folder, 'theme.css'), defaultTheme)
    expect(skinTheme()).toBeNull()
  })

  it('are none where there is no theme', () => {
    expect(skinTheme()).toBeNull()
  })

  it('have the dark colours for a browser without light-dark() where the theme is dark alone', () => {
    writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark; --skin-accent: #39ff14 }')
    expect(skinTheme()).toContain('--skin-page: #0e1116')
    writeFileSync(join(folder, 'theme.css'), ':root { --skin-accent: #39ff14 }')
    expect(skinTheme()).not.toContain('--skin-page')
    expect(defaultStyles()).toContain('--skin-page: #f4f5f7')
  })
})

describe('the logo', () => {
  const add = (...names: string[]) => names.forEach((name) => writeFileSync(join(folder, name), name))
  /** Its addresses, without the version. */
  const logoIn = (scheme?: 'light' | 'dark') => {
    const found = logo(scheme)
    const nameOf = (url: string | null) => url && url.replace(/^\/skin\/[0-9a-f]{12}\//, '')
    return found && [nameOf(found.url), nameOf(found.darkUrl)]
  }

  it('is not there in a skin without one', () => {
    expect(logoIn()).toBeNull()
    add('logo-dark.svg')
    expect(logoIn()).toBeNull()
  })

  it('is an SVG or a PNG, with another one for the dark scheme', () => {
    add('logo.png')
    expect(logoIn()).toEqual(['logo.png', null])
    add('logo-dark.svg')
    expect(logoIn()).toEqual(['logo.png', 'logo-dark.svg'])
    add('logo.svg')
    expect(logoIn()).toEqual(['logo.svg', 'logo-dark.svg'])
  })

  it('is one alone in a page of one scheme', () => {
    add('logo.svg', 'logo-dark.svg')
    expect(logoIn('dark')).toEqual(['logo-dark.svg', null])
    expect(logoIn('light')).toEqual(['logo.svg', null])
    writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark }')
    expect(logoIn()).toEqual(['logo-dark.svg', null])
  })
})

describe('the colours that a browser is told', () => {
  it('are those of both schemes', () => {
    expect(viewportColors()).toEqual({
      colorScheme: 'light dark',
      themeColor: [
        { media: '(prefers-color-scheme: light)', color: '#ffffff' },
        { media: '(prefers-color-scheme: dark)', color: '#171b22' },
      ],
    })
  })

  it('are those of the only scheme', () => {
    writeFileSync(join(folder, 'theme.css'), ':root { color-scheme: dark }')
    expect(viewportColors()).toEqual({ colorScheme: 'dark', themeColor: [{ color: '#171b22' }] })
  })
})
