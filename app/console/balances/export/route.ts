import { balanceMatcher } from '@/lib/console/balances/all'
import { balanceColumns } from '@/lib/console/balances/export'
import { exportResponse } from '@/lib/console/shared/export'
import { partsOf } from '@/lib/console/shared/export-parts'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { readSearchText } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/skin/texts'
import { exportTexts } from '@/components/console/shared/export-texts'
import { walkBalances } from '@/lib/service'

/** Exports all balances as a file, or only balances that match a part of an ID or address (`?find=…`). */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const find = readSearchText(new URL(request.url).searchParams.get('find'))
  return exportResponse(request, operator, {
    name: find === null ? 'balances' : 'found-balances',
    what: 'balances',
    ...(find !== null && { about: find }),
    columns: balanceColumns,
    rows: (access, options) => partsOf(walkBalances(access, {}, options), balanceMatcher(find ?? '')),
    texts: exportTexts(),
  })
}
