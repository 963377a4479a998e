import 'server-only'
import { connection } from 'next/server'
import { skin } from '@/lib/skin'

/** Returns a file of the skin at a fixed URL; 404 if the skin does not have it. */
export async function skinFile(path: string): Promise<Response> {
  // Without this call, Next would prerender the file of the build's skin.
  await connection()
  const file = skin().files.get(path)
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.content, {
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
