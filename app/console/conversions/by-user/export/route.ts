import { exportTexts } from '@/components/console/shared/export-texts'
import { lineColumns, userBoltsParts } from '@/lib/console/conversions/all-breakdowns'
import { entriesOfUser } from '@/lib/console/shared/user-bolts'
import { readSearchText } from '@/lib/console/shared/search-text'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'

/** Exports the bolts of one user (`?user=…`) from each conversion as a file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const user = readSearchText(new URL(request.url).searchParams.get('user'))
  if (user === null) return textResponse(400, consoleTexts()('conversions.byUser.notFindable'))
  return exportResponse(request, operator, {
    // The user may be any text, so remove characters that are invalid in a file name or a header.
    name: `bolts-of-${user.replace(/[^0-9A-Za-z]/g, '')}`,
    what: 'bolts-of-user',
    about: user,
    columns: lineColumns,
    rows: (access, options) =>
      userBoltsParts(walkConversions(access, {}, { ...options, breakdown: () => entriesOfUser(user) })),
    texts: exportTexts(),
  })
}
