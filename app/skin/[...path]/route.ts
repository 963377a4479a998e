import { fileResponse } from '@/app/skin/skin-file'
import { skin } from '@/lib/skin'

/**
 * A file of the skin, below its version. `proxy.ts` does not see these paths: a page would have no security headers.
 */
export async function GET(_request: Request, { params }: RouteContext<'/skin/[...path]'>): Promise<Response> {
  const [version, ...path] = (await params).path
  const { files, version: current } = skin()
  const file = files.get(path.join('/'))
  if (!file) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  // During a deploy, another instance may have another skin.
  return fileResponse(file, version === current ? 'public, max-age=31536000, immutable' : 'no-store')
}
