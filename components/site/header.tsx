import { classNames } from '@/components/ui/class-names'
import { SiteLinks, type SiteLink } from './site-links'

/** The URLs of the operator's logo. `darkUrl` is a separate logo for the dark scheme, if any. */
interface Logo {
  url: string
  darkUrl: string | null
}

/** The operator's logo or name, at the top of every page, and their links beside it. */
export function SiteHeader({
  name,
  logo,
  links,
  homeUrl = '/',
}: {
  name: string
  logo: Logo | null
  links: readonly SiteLink[]
  homeUrl?: string
}) {
  return (
    <header data-part="header" className="max-sm:bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 sm:px-6 sm:py-[clamp(0.5rem,4dvh-1.5rem,1rem)]">
        {/* Not a link of Next, because Back must load the connect page as a document. */}
        <a
          href={homeUrl}
          className={classNames(
            'font-heading font-semibold tracking-tight wrap-anywhere text-text hover:text-accent',
            // Limits a long name to two lines.
            name.length > 30 && 'text-sm',
          )}
        >
          {logo === null ? <bdi>{name}</bdi> : <LogoImage {...logo} name={name} />}
        </a>
        <SiteLinks links={links} />
      </div>
    </header>
  )
}

function LogoImage({ url, darkUrl, name }: Logo & { name: string }) {
  return (
    <picture>
      {darkUrl !== null && <source media="(prefers-color-scheme: dark)" srcSet={darkUrl} />}
      {/* eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing */}
      <img src={url} alt={name} className="logo" />
    </picture>
  )
}
