import { requireOperator } from '@/lib/auth/user'
import { readResourceQuery } from '@/lib/console/resources/query'
import type { CsvColumn } from '@/lib/console/shared/csv'
import { exportResponse } from '@/lib/console/shared/export'
import { exportTexts } from '@/components/console/shared/export-texts'
import { consoleTexts } from '@/lib/skin/texts'
import { listResourcesByWallet, type CallOptions, type Resource, type ServiceAccess } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** The fields of the interface\'s "Resource record", in its order. */
const columns: readonly CsvColumn<Resource>[] = [
  { name: 'id', value: (resource) => resource.id },
  { name: 'name', value: (resource) => resource.name },
  { name: 'resource_type', value: (resource) => resource.resource_type },
  { name: 'resource_subtype', value: (resource) => resource.resource_subtype },
  { name: 'resource_pda', value: (resource) => resource.resource_pda },
  { name: 'active', value: (resource) => resource.active },
]

/** All resources of the account behind a wallet address, as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const query = readResourceQuery(Object.fromEntries(new URL(request.url).searchParams))
  if (query.kind !== 'asked') {
    const problem = query.kind === 'nothing_asked' ? 'missing' : query.problem
    return new Response(`${consoleTexts()(`walletLookup.${problem}`)}\n`, {
      status: 400,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
  const { walletAddress } = query
  async function* rows(access: ServiceAccess, options: CallOptions) {
    yield { kind: 'rows' as const, rows: await listResourcesByWallet(access, walletAddress, options) }
  }
  return exportResponse(request, { name: 'resources', columns, rows, texts: exportTexts() })
}
