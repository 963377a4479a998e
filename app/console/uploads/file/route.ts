import { requireOperator } from '@/lib/auth/user'
import { receiveUpload } from '@/lib/console/uploads/receive'

/** Takes a file in, and hands it on to the service as it comes. `proxy.ts` leaves this path out. */
export async function POST(request: Request): Promise<Response> {
  await requireOperator()
  return receiveUpload(request)
}
