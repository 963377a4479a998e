import { exportTexts } from '@/components/console/shared/export-texts'
import { resourceColumns } from '@/lib/console/resources/export'
import { readResourceQuery } from '@/lib/console/resources/query'
import { exportResponse } from '@/lib/console/shared/export'
import { partOf } from '@/lib/console/shared/export-parts'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { listResourcesByWallet } from '@/lib/service'

/** Exports all resources of the account behind a wallet address as a file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const query = readResourceQuery(Object.fromEntries(new URL(request.url).searchParams))
  if (query.kind !== 'asked') {
    const problem = query.kind === 'nothing_asked' ? 'missing' : query.problem
    return textResponse(400, consoleTexts()(`walletLookup.${problem}`))
  }
  return exportResponse(request, operator, {
    name: 'resources',
    about: query.walletAddress,
    columns: resourceColumns,
    rows: (access, options) => partOf(listResourcesByWallet(access, query.walletAddress, options)),
    texts: exportTexts(),
  })
}
