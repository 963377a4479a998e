import { requireOperator } from '@/lib/auth/user'
import { entriesOfUser, findUserBolts, type UserBoltsMessage } from '@/lib/console/shared/user-bolts'
import { jsonLinesResponse } from '@/lib/console/shared/json-lines'
import { readSearchText } from '@/lib/console/shared/search-text'
import { reportProblem, streamSettings } from '@/lib/console/shared/service'
import { log } from '@/lib/log'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Reads all conversions for one user (`?user=…`), and streams its progress. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const user = readSearchText(new URL(request.url).searchParams.get('user'))
  if (user === null) return new Response(`${consoleTexts()('conversions.byUser.notFindable')}\n`, { status: 400 })

  log().info({ event: 'find user bolts' })
  const { access, options } = streamSettings()
  const abortController = new AbortController()
  const breakdown = () => entriesOfUser(user)
  const pages = walkConversions(access, {}, { ...options, signal: abortController.signal, breakdown })
  return jsonLinesResponse<UserBoltsMessage>(findUserBolts(pages), {
    abortController,
    errorMessage: (error) => ({ kind: 'problem', problem: reportProblem(error) }),
  })
}
