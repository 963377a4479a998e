import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `next.config.mjs` writes it into the build, because an operator may replace the skin in its folder. */
declare const DEFAULT_THEME: string | undefined

/** The default skin's `theme.css`, for everything that a skin does not set. Scripts and tests read the file itself. */
export const defaultTheme =
  typeof DEFAULT_THEME === 'string' ? DEFAULT_THEME : readFileSync(join(process.cwd(), 'skin', 'theme.css'), 'utf8')
