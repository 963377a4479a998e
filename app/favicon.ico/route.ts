import { connection } from 'next/server'
import { skin } from '@/lib/skin'

/** For programs that ask for it without reading a page. Pages name the skin's own icon. */
export async function GET(): Promise<Response> {
  // Without it, the icon of the build's own skin would be the answer for good.
  await connection()
  const icon = skin().files.get('favicon.ico')
  if (!icon) return new Response(null, { status: 404 })
  return new Response(icon.content, {
    headers: {
      'Content-Type': icon.type,
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
