import { requireViewer } from '@/lib/auth/user'
import { searchResponse } from '@/lib/console/shared/search-response'
import { entriesOfUser, findUserBolts } from '@/lib/console/shared/user-bolts'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'

/** Searches all conversions for one user (`?user=…`) and streams the progress. */
export async function GET(request: Request): Promise<Response> {
  const staff = await requireViewer()
  return searchResponse(request, staff, {
    parameter: 'user',
    fromElsewhere: consoleTexts()('shared.fromElsewhere'),
    lookUp: 'user_bolts',
    refusal: consoleTexts()('conversions.byUser.notFindable'),
    search: (user, access, options) =>
      findUserBolts(walkConversions(access, {}, { ...options, breakdown: () => entriesOfUser(user) })),
  })
}
