import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The path of the skin's folder in the project at build time. `next.config.mjs` writes it into the build. */
declare const SKIN_OF_BUILD: string

/**
 * Never called. It makes the build trace the skin's folder, so that platforms like Vercel deploy it. Next's
 * `outputFileTracingIncludes` does not reach `proxy.ts` and `instrumentation.ts`.
 */
export const tracedFolder = (): string[] => readdirSync(join(process.cwd(), SKIN_OF_BUILD))
