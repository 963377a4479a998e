/** The operator's logo, or their name, at the top of every page. */
export function SiteHeader({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-7xl items-center px-4 py-3 sm:px-6">
        {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- Back must load the connect page as a document */}
        <a href="/" className="font-heading font-semibold tracking-tight text-text hover:text-accent">
          {logoUrl === null ? (
            <bdi>{name}</bdi>
          ) : (
            // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
            <img src={logoUrl} alt={name} className="h-6 w-auto max-w-full" />
          )}
        </a>
      </div>
    </header>
  )
}
