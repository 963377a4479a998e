import 'server-only'
import { auditLookUp, type LookUpKind, type Staff } from '@/lib/audit'
import type { ServiceAccess, WalkOptions } from '@/lib/service'
import { jsonLinesResponse } from './json-lines'
import { isFromElsewhere } from './from-elsewhere'
import { textResponse } from './responses'
import type { SearchMessage, SearchMessages } from './search'
import { readSearchText } from './search-text'
import { reportProblem, streamSettings } from './service'

/**
 * Streams the messages of a search through a whole list, for the operator or viewer from `requireViewer()`. The audit
 * records the searched text.
 *
 * @param options.parameter - the parameter with the text to search for.
 * @param options.lookUp - the kind of search, for the audit.
 * @param options.fromElsewhere - the text of the 403 if another site sent the browser here.
 * @param options.refusal - the text of the 400 if there is no text to search for.
 */
export function searchResponse<Hit>(
  request: Request,
  staff: Staff,
  {
    parameter,
    lookUp,
    fromElsewhere,
    refusal,
    search,
  }: {
    parameter: string
    lookUp: LookUpKind
    fromElsewhere: string
    refusal: string
    search: (text: string, access: ServiceAccess, options: WalkOptions) => SearchMessages<Hit>
  },
): Response {
  if (isFromElsewhere(request.headers)) return textResponse(403, fromElsewhere)
  const text = readSearchText(new URL(request.url).searchParams.get(parameter))
  if (text === null) return textResponse(400, refusal)
  auditLookUp(staff, lookUp, text)
  const { access, options } = streamSettings()
  const abortController = new AbortController()
  const messages = search(text, access, { ...options, signal: abortController.signal })
  return jsonLinesResponse<SearchMessage<Hit>>(messages, {
    abortController,
    errorMessage: (error) => ({ kind: 'problem', problem: reportProblem(error) }),
  })
}
