import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { FormAction } from '@/components/ui/form-action'
import { FormButton } from '@/components/ui/form-button'
import { Icon, languageIcon, moreIcon } from '@/components/ui/icon'
import { directionOf, languageName } from '@/lib/messages/language'
import type { UserTexts } from '@/lib/messages/user-texts'
import { skin } from '@/lib/skin'
import { supportUrlWith } from '@/lib/skin/brand'
import { requestBrand, requestLanguage, requestTexts } from '@/lib/skin/texts'

export function SiteHeader({
  name,
  iconUrl,
  logo,
  links,
  account,
  homeUrl = '/',
}: {
  name: string
  iconUrl?: string | null
  logo: { url: string; darkUrl: string | null } | null
  links: readonly SiteLink[]
  account?: ReactNode
  homeUrl?: string
}) {
  return (
    <header data-part="header" className="max-sm:bg-surface">
      <div
        className={classNames(
          // A taller list would move the name beside it when it loads.
          '[&>ul]:-my-1.5 mx-auto max-w-110 items-center gap-x-3 gap-y-1 px-5 py-3 sm:px-0 sm:py-[clamp(0.5rem,4dvh-1.5rem,1rem)]',
          // Neither name can move the other while the page arrives.
          account
            ? 'grid grid-cols-[fit-content(50%)_minmax(0,1fr)] [&>ul]:col-span-full'
            : 'flex flex-wrap justify-between',
        )}
      >
        {/* Not a link of Next, because Back must load the connect page as a document. */}
        <a
          href={homeUrl}
          className={classNames(
            'font-heading font-semibold tracking-tight wrap-anywhere text-text hover:text-accent',
            // Limits a long name to two lines.
            name.length > 30 && 'text-sm',
          )}
        >
          {/* eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing */}
          {logo === null && iconUrl && <img src={iconUrl} alt="" />}
          {logo === null ? (
            <bdi>{name}</bdi>
          ) : (
            <picture>
              {logo.darkUrl !== null && <source media="(prefers-color-scheme: dark)" srcSet={logo.darkUrl} />}
              {/* eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing */}
              <img src={logo.url} alt={name} className="h-(--skin-logo-height) w-auto max-w-full" />
            </picture>
          )}
        </a>
        {account}
        <SiteLinks links={links} />
      </div>
    </header>
  )
}

/**
 * @param props.code - undefined if there is nothing to find in the log.
 * @param props.page - path and query of the page to show in another language.
 */
export async function SiteFooter({ code, page }: { code: string | undefined; page: string }) {
  const t = await requestTexts()
  const language = await requestLanguage()
  const { languages } = skin()
  const brand = await requestBrand()
  const supportUrl = supportUrlWith(brand, code)
  const help = supportUrl === null ? [] : [{ label: t('support.help'), url: supportUrl }]
  return (
    <footer
      data-part="footer"
      className="flex flex-wrap items-center gap-x-4 px-[max(1.25rem,50%-13.75rem)] py-3 text-sm max-sm:bg-surface"
    >
      {code !== undefined && (
        <details data-code={supportUrl === null || undefined} className="upward">
          <summary>{t('support.menu')}</summary>
          <div className="text-muted wrap-anywhere">
            <SiteLinks links={help} />
            {/* Not a `CodeToQuote`, because every page would load the script of its copy button. */}
            <p data-code>
              {t('support.code')}{' '}
              <bdi dir="ltr" className="font-mono select-all">
                {code}
              </bdi>
            </p>
          </div>
        </details>
      )}
      <SiteLinks links={code === undefined ? [...help, ...brand.links.footer] : brand.links.footer} />
      {languages.length > 1 && (
        <nav aria-label={t.plain('language.label')}>
          <details className="upward">
            <summary>
              <Icon path={languageIcon} className="size-4" />
              <span lang={language}>{languageName(language)}</span>
              <Icon path={moreIcon} className="size-4" />
            </summary>
            <ul className="links grid grid-cols-2">
              {languages.map((each) => (
                <li key={each} className="flex">
                  <a
                    href={`/language/${each}?${new URLSearchParams({ page })}`}
                    lang={each}
                    {...(directionOf(each) !== directionOf(language) && { dir: directionOf(each) })}
                    {...(each === language && { 'aria-current': true })}
                  >
                    {languageName(each)}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      )}
    </footer>
  )
}

interface SiteLink {
  label: ReactNode
  url: string
}

function SiteLinks({ links }: { links: readonly SiteLink[] }) {
  if (links.length === 0) return null
  return (
    <ul className="links">
      {links.map(({ label, url }) => (
        // Keeps its height before its text has loaded.
        <li key={url} className="flex">
          <a href={url}>{label}</a>
        </li>
      ))}
    </ul>
  )
}

/** Who is signed in. */
export function Account({ t, name, signOut }: { t: UserTexts; name: string; signOut: FormAction }) {
  return (
    // Reversed, so that the name does not move the button when it arrives.
    <div className="flex min-w-0 flex-row-reverse items-center gap-x-3 text-sm">
      <FormButton
        action={signOut}
        className="-my-3 shrink-0"
        look="muted"
        label={t('confirm.signOut')}
        busyLabel={t('confirm.signingOut')}
      />
      <p className="relative min-h-5 min-w-0">
        <span className="sr-only end-0 top-0">{t('confirm.signedInAs')}</span>{' '}
        <bdi className="block truncate">{name}</bdi>
      </p>
    </div>
  )
}
