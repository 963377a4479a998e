import type { Metadata } from 'next'
import { connection } from 'next/server'
import { signOut } from '@/app/signin/actions'
import { Announcer } from '@/components/console/announcer'
import { EnvironmentBadge } from '@/components/console/environment-badge'
import { Navigation } from '@/components/console/navigation'
import { classNames } from '@/components/ui/class-names'
import { SubmitButton } from '@/components/ui/submit-button'
import { currentUser, requireOperator } from '@/lib/auth/user'
import { brand } from '@/lib/brand'
import { config } from '@/lib/config'
import { consolePages } from '@/lib/console/pages'
import { consoleMessages } from '@/lib/messages/console'
import './console.css'

/** The environment is in the titles too: of two tabs, it must be plain which is which. */
export async function generateMetadata(): Promise<Metadata> {
  await connection()
  // A page that is not there for somebody must not tell by its title that it is.
  if (!(await currentUser())?.isOperator) return {}
  const { name } = consoleMessages.environment[config().service.environment]
  // Next puts the template on the pages below, and on the overview, which is beside this layout, the default.
  return { title: { default: `${consoleMessages.pages.overview} · ${name}`, template: `%s · ${name} · ${brand.name}` } }
}

/** What stands around every page of the console. */
export default async function ConsoleLayout({ children }: LayoutProps<'/console'>) {
  // Only the page knows its address, which it wants back after the sign-in: it sends people there.
  if (!(await currentUser())) return children
  const user = await requireOperator()
  const { environment } = config().service
  return (
    <>
      <div
        className={classNames(
          'border-t-4 border-b border-b-line bg-surface',
          environment === 'production' ? 'border-t-danger' : 'border-t-warning [border-top-style:dashed]',
        )}
      >
        <div className="mx-auto grid max-w-7xl gap-3 px-4 py-3 sm:px-6">
          <section
            aria-label={consoleMessages.deploymentLabel}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3 focus:text-accent"
            >
              {consoleMessages.skipLink}
            </a>
            <EnvironmentBadge environment={environment} />
            <div className="flex flex-wrap items-center gap-x-4 text-sm">
              <p className="min-w-0 break-words">
                <span className="text-muted">{consoleMessages.signedInAs}</span> <strong>{user.name}</strong>
              </p>
              <form action={signOut}>
                <SubmitButton look="quiet" label={consoleMessages.signOut} busyLabel={consoleMessages.signingOut} />
              </form>
            </div>
          </section>
          <Navigation label={consoleMessages.navigationLabel} pages={consolePages} />
        </div>
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-6"
      >
        {children}
      </main>
      <Announcer />
    </>
  )
}
