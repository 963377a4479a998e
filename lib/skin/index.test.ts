import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownTheme } from '.'
import { defaultTheme } from './default-theme'

let folder: string
vi.mock('@/lib/config', () => ({ config: () => ({ skinFolder: folder }) }))
vi.mock('@/lib/per-process', () => ({ perProcess: <Value>(_name: string, make: () => Value) => make() }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skin-'))
  writeFileSync(join(folder, 'brand.json'), '{"name":"Acme","service":"Rewards"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the styles for a page', () => {
  it('are those of a theme of the skin’s own, whose files have their addresses', () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'theme.css'), 'header { background: url(logo.svg) }')
    expect(ownTheme()).toMatch(/^header \{ background: url\(\/skin\/[0-9a-f]{12}\/logo\.svg\) \}$/)
  })

  it('are none where the theme is the default one, which every page has', () => {
    writeFileSync(join(folder, 'theme.css'), defaultTheme)
    expect(ownTheme()).toBeNull()
  })

  it('are none where there is no theme', () => {
    expect(ownTheme()).toBeNull()
  })
})
