import { requireOperator } from '@/lib/auth/user'
import { receiveUpload } from '@/lib/console/uploads/receive'
import { allowLongUpload } from '@/lib/request/context'

export { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Streams a file to the service. The first pass leaves this path out. */
export async function POST(request: Request): Promise<Response> {
  const user = await requireOperator()
  allowLongUpload()
  return receiveUpload(request, user)
}
