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
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.content, {
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      ...(file.type === 'image/svg+xml' && { 'Content-Security-Policy': pictureSecurityPolicy }),
    },
  })
}

/** If a user opens a picture directly, it runs nothing. */
export const pictureSecurityPolicy = `default-src 'none'; style-src 'unsafe-inline'; sandbox`
