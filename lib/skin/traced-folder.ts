import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The skin's folder as the build knows it, from the project's: `next.config.mjs` writes it into the build. */
declare const SKIN_OF_BUILD: string

/**
 * Nothing calls it. A platform such as Vercel deploys only the files that it finds named in the code, and here the build
 * finds the skin's folder, for `proxy.ts` and `instrumentation.ts` too, which Next's `outputFileTracingIncludes` leaves out.
 */
export const tracedFolder = (): string[] => readdirSync(join(process.cwd(), SKIN_OF_BUILD))
