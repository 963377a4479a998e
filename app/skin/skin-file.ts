import 'server-only'
import { connection } from 'next/server'
import { skin } from '@/lib/skin'
import type { SkinFile } from '@/lib/skin/read-files'

/** The first of these files that the skin has, at a fixed URL. */
export async function skinFile(paths: readonly string[], fallback?: SkinFile): Promise<Response> {
  // Otherwise Next would prerender the file of the build's skin.
  await connection()
  const path = paths.find((name) => skin().files.has(name))
  const file = path === undefined ? fallback : skin().files.get(path)
  return file ? fileResponse(file, 'public, max-age=3600') : new Response(null, { status: 404 })
}

/** A picture that a user opens directly runs nothing. */
export const fileResponse = ({ content, type }: SkinFile, cacheControl: string) =>
  new Response(content, {
    headers: {
      'Content-Type': type,
      'Cache-Control': cacheControl,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
    },
  })
