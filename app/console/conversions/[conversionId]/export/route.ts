import { requireOperator } from '@/lib/auth/user'
import { breakdownKeys } from '@/lib/console/breakdown'
import { readPlace } from '@/lib/console/conversion-query'
import type { CsvColumn } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { findConversion } from '@/lib/console/find-conversion'
import type { ServiceCall } from '@/lib/console/service'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { UserBreakdownEntry } from '@/lib/service'

/** Under the interface's own names, in the order of its "User breakdown entry". */
const columns: readonly CsvColumn<UserBreakdownEntry>[] = breakdownKeys.map((name) => ({
  name,
  value: (entry) => entry[name],
}))

/** The conversion is not there. It is no failure of the service, and is told as what it is: 404. */
class ConversionMissingError extends Error {
  override readonly name = 'ConversionMissingError'
}

/** The whole breakdown of one conversion as a file, in the order of the service. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/console/conversions/[conversionId]/export'>,
): Promise<Response> {
  await requireOperator()
  const { conversionId: id } = await params
  const place = readPlace(Object.fromEntries(new URL(request.url).searchParams))
  const rows: ServiceCall<AsyncIterable<UserBreakdownEntry>> = async function* (access, options) {
    const found = await findConversion(access, { id, place }, options)
    if (found.kind === 'missing') throw new ConversionMissingError()
    yield* found.conversion.user_breakdown
  }
  try {
    // The identifier is the service's own text: what a file name or a header cannot hold is left out.
    return await exportResponse(request, { name: `conversion-${id.replace(/[^0-9A-Za-z]/g, '')}`, columns, rows })
  } catch (error) {
    if (!(error instanceof ConversionMissingError)) throw error
    return new Response(`${conversionMessages.export.missing}\n`, { status: 404 })
  }
}
