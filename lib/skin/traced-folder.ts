import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The skin's folder as the build knows it, from the project's: `next.config.mjs` writes it into the build. */
declare const SKIN_OF_BUILD: string

/**
 * Nothing calls this. It makes the build trace the skin's folder, so that platforms like Vercel deploy it. Next's
 * `outputFileTracingIncludes` does not reach `proxy.ts` and `instrumentation.ts`.
 */
export const tracedFolder = (): string[] => readdirSync(join(process.cwd(), SKIN_OF_BUILD))
