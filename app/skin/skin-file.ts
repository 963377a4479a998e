import 'server-only'
import { connection } from 'next/server'
import { skin } from '@/lib/skin'

/** Answers with a file of the skin at an address that does not change with its content; 404 if the skin has none. */
export async function skinFile(path: string): Promise<Response> {
  // Without it, the file of the build's own skin would be the answer for good.
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
