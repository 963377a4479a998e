import { fileResponse } from '@/app/skin/skin-file'
import { skin } from '@/lib/skin'

/**
 * Returns a file of the skin, such as its style sheet, pictures and fonts, below the skin's version. This route handles
 * every path below `/skin/`. `proxy.ts` does not handle these paths, so a page there would have no security headers.
 */
export async function GET(_request: Request, { params }: RouteContext<'/skin/[...path]'>): Promise<Response> {
  const [version, ...path] = (await params).path
  const { files, version: current } = skin()
  const file = files.get(path.join('/'))
  if (!file) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  // During a deploy, another instance may have another skin, so this content may not belong to the version in the path.
  return fileResponse(file, version === current ? 'public, max-age=31536000, immutable' : 'no-store')
}
