import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `next.config.mjs` writes it into the build, because an operator's skin can replace the default one in its folder. */
declare const DEFAULT_THEME: string | undefined

/**
 * The default skin's `theme.css`, used for everything that a skin does not set. Scripts and tests read the file itself.
 */
export const defaultTheme =
  typeof DEFAULT_THEME === 'string' ? DEFAULT_THEME : readFileSync(join(process.cwd(), 'skin', 'theme.css'), 'utf8')
