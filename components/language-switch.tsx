import { classNames } from '@/components/ui/class-names'
import { directionOf } from '@/lib/messages/choose-language'

/** The languages that there are, each by its own name. Nothing is shown where there is one. */
export function LanguageSwitch({
  label,
  current,
  offered,
}: {
  label: string
  current: string
  offered: readonly string[]
}) {
  if (offered.length < 2) return null
  return (
    <footer className="mx-auto max-w-md px-5 py-4 text-sm">
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 text-muted hover:text-text">
          <span className="sr-only">{label}: </span>
          <span lang={current}>{nameOf(current)}</span>
        </summary>
        <ul aria-label={label} className="flex flex-wrap gap-x-4">
          {offered.map((language) => (
            <li key={language}>
              <a
                href={`/language/${language}`}
                lang={language}
                dir={directionOf(language)}
                hrefLang={language}
                rel="nofollow"
                aria-current={language === current ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-9 items-center underline-offset-2 hover:underline',
                  language === current ? 'font-semibold text-text' : 'text-accent',
                )}
              >
                {nameOf(language)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </footer>
  )
}

/** A language's own name for itself: `Deutsch`. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(language)
  return name === undefined ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
