import 'server-only'
import { requireViewer } from '@/lib/auth/user'

/*
 * Handlers for the methods that a route of the console does not have. Next would answer these methods to everyone,
 * OPTIONS with 204 and the others with 405, which would reveal the console. `lib/process` prevents that too, but does
 * not run on a platform.
 */

async function otherMethod(): Promise<Response> {
  await requireViewer()
  return new Response(null, { status: 405 })
}

export {
  otherMethod as DELETE,
  otherMethod as GET,
  otherMethod as HEAD,
  otherMethod as OPTIONS,
  otherMethod as PATCH,
  otherMethod as POST,
  otherMethod as PUT,
}
