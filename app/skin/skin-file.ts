import 'server-only'
import { connection } from 'next/server'
import { skin } from '@/lib/skin'
import type { SkinFile } from '@/lib/skin/read-files'

/** Returns the first of these files that the skin has, at a fixed URL. If it has none, the fallback, or 404. */
export async function skinFile(paths: readonly string[], fallback?: SkinFile): Promise<Response> {
  // Without this call, Next would prerender the file of the build's skin.
  await connection()
  const path = paths.find((name) => skin().files.has(name))
  const file = path === undefined ? fallback : skin().files.get(path)
  return file ? fileResponse(file, 'public, max-age=3600') : new Response(null, { status: 404 })
}

/** Returns a file of the skin. If a user opens a picture directly, it runs nothing. */
export const fileResponse = ({ content, type }: SkinFile, cacheControl: string) =>
  new Response(content, {
    headers: {
      'Content-Type': type,
      'Cache-Control': cacheControl,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
    },
  })
