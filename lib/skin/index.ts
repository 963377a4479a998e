import 'server-only'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Viewport } from 'next'
import { config } from '@/lib/config'
import { namesLanguage } from '@/lib/messages/language'
import { processSingleton } from '@/lib/process-singleton'
import { brandIn, type Brand } from './brand'
import { readSkin, type Skin, type SkinProblem } from './read-skin'
import { defaultFallback, defaultTheme, themeInPage, type Scheme } from './theme'

/**
 * The skin of this process, read at the first call. A change needs a restart but no build.
 *
 * @throws SkinError with every problem. `lib/process/start.ts` turns it into exit code 1.
 */
export function skin(): Skin {
  return read().skin
}

export const previewLanguages = (): readonly [string, ...string[]] => [...skin().languages, namesLanguage]

/** Problems with which the app still starts. */
export async function skinHints(): Promise<Omit<SkinProblem, 'isFatal'>[]> {
  const { skin, problems } = read()
  // Reading colours needs a large library.
  const { contrastProblems } = await import('./contrast')
  return [...problems, ...contrastProblems(skin).map((message) => ({ file: 'theme.css', message }))]
}

function read(): { skin: Skin; problems: SkinProblem[]; theme: string | null } {
  return processSingleton('skin', () => {
    const { skin, problems } = readSkin(config().skinFolder)
    if (!skin) throw new SkinError(problems)
    return { skin, problems, theme: skinThemeOf(skin) }
  })
}

function skinThemeOf({ files, version, schemes: [first] }: Skin): string | null {
  const css = files.get('theme.css')?.content.toString()
  if (css === undefined || css === defaultTheme) return null
  // For browsers without `light-dark()`, the default theme of every page has only the light colours.
  const fallback = first === 'dark' ? defaultFallback('dark') : ''
  return fallback + themeInPage(css, (path) => urlOf(version, path))
}

const urlOf = (version: string, path: string) => `/skin/${version}/${path}`

/** @param language - a BCP 47 tag. The console uses `en`. */
export const brand = (language: string): Brand => brandIn(skin().brand, language)

/** It changes with the content; null if the skin has no such file. */
export function skinUrl(path: string): string | null {
  const { files, version } = skin()
  return files.has(path) ? urlOf(version, path) : null
}

/** For a `style` element; null for the default styles, which every page has. */
export const skinTheme = () => read().theme

export const iconUrl = () => skinUrl('icon.svg') ?? skinUrl('icon.png')

/**
 * Null if the skin has no logo for the page's schemes.
 *
 * @param scheme - of the page, if the browser does not choose it.
 * @returns `darkUrl` only if the skin has both schemes and a separate dark logo.
 */
export function logo(scheme?: Scheme): { url: string; darkUrl: string | null } | null {
  const { schemes } = skin()
  const lightUrl = skinUrl('logo.svg') ?? skinUrl('logo.png')
  const darkUrl = skinUrl('logo-dark.svg') ?? skinUrl('logo-dark.png')
  const only = scheme ?? (schemes.length === 1 ? schemes[0] : undefined)
  const url = only === 'dark' ? (darkUrl ?? lightUrl) : lightUrl
  return url === null ? null : { url, darkUrl: only === undefined ? darkUrl : null }
}

/** The schemes of the page and the colours of a phone's bars. */
export function viewportColors(): Pick<Viewport, 'colorScheme' | 'themeColor'> {
  const { schemes, brand } = skin()
  const [only, ...more] = schemes
  if (more.length === 0) return { colorScheme: only, themeColor: [{ color: brand.themeColor[only] }] }
  const themeColor = schemes.map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    color: brand.themeColor[scheme],
  }))
  return { colorScheme: 'light dark', themeColor }
}

/** `next.config.mjs` writes the skin's folder into the build. */
declare const SKIN_OF_BUILD: string

/**
 * Never called. It makes the build trace the skin's folder, so that platforms like Vercel deploy it.
 * `outputFileTracingIncludes` does not reach `proxy.ts` and `instrumentation.ts`.
 */
export const tracedFolder = (): string[] => readdirSync(join(process.cwd(), SKIN_OF_BUILD))

export class SkinError extends Error {
  override readonly name = 'SkinError'
  constructor(readonly problems: SkinProblem[]) {
    const lines = problems.map(({ file, message }) => `  ${file} ${message}`)
    super(['The skin cannot be used.', ...lines, 'docs/skin.md explains how to make a skin.'].join('\n'))
  }
}
