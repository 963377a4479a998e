import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { commonMessages } from '@/lib/messages/common'

export const metadata: Metadata = { title: commonMessages.notFound.title }

export default function NotFoundPage() {
  const { title, text, homeLink } = commonMessages.notFound
  return (
    <Card title={title}>
      <p>{text}</p>
      <Link href="/" prefetch={false} className={buttonClasses('secondary')}>
        {homeLink}
      </Link>
    </Card>
  )
}
