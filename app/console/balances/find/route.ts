import { requireOperator } from '@/lib/auth/user'
import { findBalances, type FindMessage } from '@/lib/console/balances/find'
import { jsonLinesResponse } from '@/lib/console/shared/json-lines'
import { readSearchText } from '@/lib/console/shared/search-text'
import { reportProblem, streamSettings } from '@/lib/console/shared/service'
import { log } from '@/lib/log'
import { consoleTexts } from '@/lib/skin/texts'
import { walkBalances } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Searches all balances for a wallet or a user (`?find=…`), and streams its progress. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const searchText = readSearchText(new URL(request.url).searchParams.get('find'))
  if (searchText === null) return new Response(`${consoleTexts()('balances.find.notFindable')}\n`, { status: 400 })

  log().info({ event: 'find balances' })
  const { access, options } = streamSettings()
  const abortController = new AbortController()
  const pages = walkBalances(access, {}, { ...options, signal: abortController.signal })
  return jsonLinesResponse<FindMessage>(findBalances(pages, searchText), {
    abortController,
    errorMessage: (error) => ({ kind: 'problem', problem: reportProblem(error) }),
  })
}
