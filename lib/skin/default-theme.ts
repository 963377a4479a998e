import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written into the build by `next.config.mjs`, since an operator's own skin may lie where the default one was. */
declare const DEFAULT_THEME: string | undefined

/** The default skin's `theme.css`: what holds where a skin says nothing. Scripts and tests read the file itself. */
export const defaultTheme =
  typeof DEFAULT_THEME === 'string' ? DEFAULT_THEME : readFileSync(join(process.cwd(), 'skin', 'theme.css'), 'utf8')
