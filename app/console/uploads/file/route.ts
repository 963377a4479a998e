import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { receiveUpload, withSecurityHeaders } from '@/lib/console/uploads/receive'
import { consoleTexts } from '@/lib/skin/texts'

/** Streams a file to the service. `proxy.ts` does not handle this path, so this route sets the security headers. */
export async function POST(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  return operator instanceof Response ? withSecurityHeaders(operator) : receiveUpload(request, operator)
}
