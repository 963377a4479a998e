import 'server-only'
import { requireViewer } from '@/lib/auth/user'

/*
 * The methods that a route handler of the console does not have. On a platform, where `lib/process` does not hide the
 * console, Next would answer them for anyone, OPTIONS with 204 and the others with 405, and so tell that it is there.
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
