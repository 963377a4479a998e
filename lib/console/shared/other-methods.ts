import 'server-only'
import { requireViewer } from '@/lib/auth/user'

/*
 * The methods that a route handler of the console does not have. Next would answer them to everyone, OPTIONS with 204
 * and the others with 405, and so reveal the console. On a platform, `lib/process` does not run to prevent that.
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
