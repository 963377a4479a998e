import { requireOperator } from '@/lib/auth/user'
import type { CsvColumn } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { readResourceQuery } from '@/lib/console/resource-query'
import { listResourcesByWallet, type CallOptions, type Resource, type ServiceAccess } from '@/lib/service'
import { resourceMessages } from '@/lib/messages/console-resources'

/** Under the interface's own names, in the order of its "Resource record". */
const columns: readonly CsvColumn<Resource>[] = [
  { name: 'id', value: (resource) => resource.id },
  { name: 'name', value: (resource) => resource.name },
  { name: 'resource_type', value: (resource) => resource.resource_type },
  { name: 'resource_subtype', value: (resource) => resource.resource_subtype },
  { name: 'resource_pda', value: (resource) => resource.resource_pda },
  { name: 'active', value: (resource) => resource.active },
]

/** All resources of the account behind an address as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const query = readResourceQuery(Object.fromEntries(new URL(request.url).searchParams))
  if (query.kind !== 'asked') {
    const problem = query.kind === 'nothing_asked' ? 'missing' : query.problem
    return new Response(`${resourceMessages.addressProblem[problem]}\n`, {
      status: 400,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
  const { address } = query
  async function* rows(access: ServiceAccess, options: CallOptions) {
    yield* await listResourcesByWallet(access, address, options)
  }
  return exportResponse(request, { name: 'resources', columns, rows })
}
