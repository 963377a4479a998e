import 'server-only'
import { requireOperator } from '@/lib/auth/user'

/*
 * The methods that a route handler of the console does not have. Next would answer them for anybody, OPTIONS with 204
 * and the others with 405, and so tell that there is something at this address.
 */

async function otherMethod(): Promise<Response> {
  await requireOperator()
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
