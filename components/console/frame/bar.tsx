import { moonIcon, menuIcon, searchIcon, userIcon } from '@/components/console/icons'
import { Menu } from '@/components/console/menu'
import { classNames } from '@/components/ui/class-names'
import type { FormAction } from '@/components/ui/form-action'
import { Icon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { config, type Config } from '@/lib/config'
import { maxSearchLength } from '@/lib/console/typed-text'
import type { View } from '@/lib/console/view-cookie'
import { consoleTexts } from '@/lib/skin/texts'
import { SkipToTable } from './focus'
import { SearchField } from './search-field'
import { ViewSettings } from './view-settings'

const searchId = 'console-search'
const accountId = 'account'
export const railId = 'rail'

/** The two environments differ in text and in shape, not only in colour. Production is filled with a colour. */
const styles: Record<Config['service']['environment'], string> = {
  staging: 'rounded-pill border-transparent bg-warning-surface text-warning',
  production: 'rounded-small border-danger bg-danger text-page',
}

/** On a phone, a button opens it below the bar. */
const popoverClasses =
  'fixed inset-x-2 top-(--bar-height) m-0 w-auto overflow-visible rounded-skin border border-line bg-surface p-3 text-text shadow-lg md:static md:border-0 md:bg-transparent md:p-0 md:shadow-none'

export function Bar({
  user,
  view,
  signOut,
}: {
  user: { name: string; isViewer: boolean }
  view: View
  signOut: FormAction
}) {
  const t = consoleTexts()
  const { environment } = config().service
  return (
    <section
      aria-label={t('layout.deployment')}
      className="bar justify-end gap-2 pe-3 sm:gap-3 sm:pe-4 md:ps-4 lg:ps-6"
    >
      <SkipToTable label={t('layout.skip.table')} />
      <p className={classNames('shrink-0 border px-2 text-xs/5 font-semibold whitespace-nowrap', styles[environment])}>
        {t(`layout.environment.${environment}.name`)}
      </p>
      <search id={searchId} popover="auto" className={`${popoverClasses} md:me-auto md:block md:w-full md:max-w-md`}>
        <SearchField maxLength={maxSearchLength} />
      </search>
      <div
        id={accountId}
        popover="auto"
        className={`${popoverClasses} flex-wrap items-center justify-between gap-3 open:flex md:flex md:shrink-0 md:flex-nowrap md:gap-2`}
      >
        <p className="min-w-0 truncate text-sm" title={`${t('layout.signedInAs')} ${user.name}`}>
          <span className="sr-only">{t('layout.signedInAs')}</span> <strong>{user.name}</strong>
          {user.isViewer && <span className="text-muted"> · {t('layout.viewer')}</span>}
        </p>
        <Siblings />
        <Menu id="view" label={t('layout.view')} icon={moonIcon} isPlain isIconAlone>
          <ViewSettings view={view} />
        </Menu>
        {/* Next's script would drop the cookie that the sign-in page sets. */}
        <NativeForm action={signOut}>
          <SubmitButton look="muted" label={t('layout.signOut')} busyLabel={t('layout.signingOut')} />
        </NativeForm>
      </div>
      {[
        { target: searchId, label: t('layout.openSearch'), icon: searchIcon },
        { target: accountId, label: t('layout.account'), icon: userIcon },
        { target: railId, label: t('layout.openRail'), icon: menuIcon },
      ].map(({ target, label, icon }) => (
        <button
          key={target}
          type="button"
          popoverTarget={target}
          aria-label={label}
          className="inline-grid size-9 shrink-0 cursor-pointer place-items-center rounded-skin text-muted hover:bg-page hover:text-text md:hidden"
        >
          <Icon path={icon} />
        </button>
      ))}
    </section>
  )
}

export function Siblings() {
  const t = consoleTexts()
  const { app, consoleSiblings: siblings } = config()
  if (siblings.length === 0) return null
  // All deployments share one value of CONSOLE_SIBLINGS, so it also contains this console.
  const current = siblings.find(({ url }) => new URL(url).origin === app.origin)
  return (
    <nav aria-label={t('layout.siblings.navigation')} className="[&_.action]:max-w-44 [&_.action>span]:truncate">
      <Menu id="siblings" label={current?.name ?? t('layout.siblings.others')}>
        <ul className="grid max-h-[70dvh] gap-1 overflow-y-auto">
          {siblings.map((sibling) => (
            <li key={`${sibling.name} ${sibling.url}`}>
              <a href={sibling.url} aria-current={sibling === current || undefined} className="menu-link">
                {sibling.name}
              </a>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  )
}
