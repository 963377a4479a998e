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
 * Responds with the messages of a search through a whole list, as it goes on, for the operator or viewer from
 * `requireViewer()`. The audit has what was searched for.
 *
 * @param options.parameter - the parameter with the text that is searched for.
 * @param options.lookUp - the kind of search, for the audit.
 * @param options.fromElsewhere - the response's text where another site has led the browser here.
 * @param options.refusal - the response's text where there is nothing to search for.
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
