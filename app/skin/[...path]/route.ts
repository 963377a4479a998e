import { skin } from '@/lib/skin'

/**
 * A file of the skin: its style sheet, pictures and fonts, below the skin's version. Everything below `/skin/` is asked
 * for here: `proxy.ts` leaves those paths out, so a page there would be one without its headers.
 */
export async function GET(_request: Request, { params }: RouteContext<'/skin/[...path]'>): Promise<Response> {
  const [version, ...path] = (await params).path
  const { files, version: current } = skin()
  const file = files.get(path.join('/'))
  if (!file) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(file.content, {
    headers: {
      'Content-Type': file.type,
      // Another instance may have another skin during a deploy: its name is not this content's.
      'Cache-Control': version === current ? 'public, max-age=31536000, immutable' : 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A picture that is opened by itself runs nothing.
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
    },
  })
}
