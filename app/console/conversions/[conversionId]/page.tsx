import type { Metadata } from 'next'
import Link from 'next/link'
import { Awaited } from '@/components/console/awaited'
import { ConsolePage } from '@/components/console/console-page'
import { ConversionDetails } from '@/components/console/conversion-details'
import { buttonClasses } from '@/components/ui/button'
import { requireOperator } from '@/lib/auth/user'
import { addressWith } from '@/lib/console/address'
import { conversionPath, listAddress, readPlace } from '@/lib/console/conversion-query'
import { findConversion } from '@/lib/console/find-conversion'
import { readService } from '@/lib/console/service'
import { conversionMessages } from '@/lib/messages/console-conversions'

const messages = conversionMessages.one

export const metadata: Metadata = { title: messages.title }

/** One conversion: totals, reconciliation, breakdown. */
export default async function ConversionPage({
  params,
  searchParams,
}: PageProps<'/console/conversions/[conversionId]'>) {
  const [{ conversionId }, search] = await Promise.all([params, searchParams])
  // Next hands a page its segment as it stands in the address.
  const id = decodeURIComponent(conversionId)
  const path = conversionPath(id)
  await requireOperator(addressWith(path, search))
  const place = readPlace(search)
  return (
    <ConsolePage
      title={messages.title}
      intro={messages.intro}
      actions={
        <Link href={listAddress(place)} prefetch={false} className={buttonClasses('secondary')}>
          {messages.back}
        </Link>
      }
    >
      <Awaited
        read={readService((access, options) => findConversion(access, { id, place }, options))}
        what={messages.what}
        lines={12}
        path={path}
        search={search}
      >
        {(result) => <ConversionDetails result={result} id={id} search={search} />}
      </Awaited>
    </ConsolePage>
  )
}
