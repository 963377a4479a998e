import type { Metadata } from 'next'
import { UserBolts } from '@/components/console/conversions/user-bolts'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { Button, buttonClasses } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { maxSearchLength } from '@/lib/console/conversions/limits'
import { readUser } from '@/lib/console/conversions/query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { conversionMessages } from '@/lib/messages/console-conversions'

const messages = conversionMessages.byUser

export const metadata: Metadata = { title: messages.title }

/** What one user got in each conversion. */
export default async function UserBoltsPage(props: PageProps<'/console/conversions/by-user'>) {
  const searchParams = await props.searchParams
  const path = '/console/conversions/by-user'
  await requireOperator(pageUrl(path, searchParams))
  const user = readUser(searchParams.user ?? null)
  return (
    <ConsolePage
      title={messages.title}
      intro={messages.intro}
      actions={
        <Link href="/console/conversions" className={buttonClasses('secondary')}>
          {messages.back}
        </Link>
      }
    >
      <form action={path} role="search" className="flex flex-wrap items-end gap-4">
        <div className="min-w-0 grow basis-72">
          <Field
            // Another user's page shows another text.
            key={user}
            name="user"
            label={messages.label}
            hint={messages.hint}
            defaultValue={user ?? ''}
            required
            maxLength={maxSearchLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        </div>
        <Button type="submit" look="primary">
          {messages.button}
        </Button>
      </form>
      {user !== null && (
        <>
          <ExportLinks path={`${path}/export`} searchParams={{ user }} maxPauseMs={config().service.maxPauseMs} />
          <p className="hidden noscript:block">{messages.noScript}</p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 noscript:hidden">
            <UserBolts user={user} />
          </div>
        </>
      )}
    </ConsolePage>
  )
}
