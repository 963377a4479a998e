import { requireOperator } from '@/lib/auth/user'
import { receiveUpload } from '@/lib/console/uploads/receive'

export { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Streams a file to the service. `proxy.ts` leaves this path out. */
export async function POST(request: Request): Promise<Response> {
  const user = await requireOperator()
  return receiveUpload(request, user)
}
