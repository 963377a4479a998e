import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { themeUrl } from '.'
import { defaultTheme } from './default-theme'

let folder: string
vi.mock('@/lib/config', () => ({ config: () => ({ skinFolder: folder }) }))
vi.mock('@/lib/per-process', () => ({ perProcess: <Value>(_name: string, make: () => Value) => make() }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skin-'))
  writeFileSync(join(folder, 'brand.json'), '{"name":"Acme","service":"Rewards"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the address of the styles', () => {
  it('is that of a theme of the skin’s own', () => {
    writeFileSync(join(folder, 'theme.css'), ':root { --skin-accent: #123456 }')
    expect(themeUrl()).toMatch(/^\/skin\/[0-9a-f]{12}\/theme\.css$/)
  })

  it('is none where the theme is the default one, which every page has', () => {
    writeFileSync(join(folder, 'theme.css'), defaultTheme)
    expect(themeUrl()).toBeNull()
  })

  it('is none where there is no theme', () => {
    expect(themeUrl()).toBeNull()
  })
})
