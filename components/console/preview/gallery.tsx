import { examples, exampleGroups, type Example } from '@/components/preview/examples'
import { Section } from '@/components/console/shared/console-page'
import { classNames } from '@/components/ui/class-names'
import { frameUrl } from '@/lib/console/preview/frame-url'
import type { PreviewQuery } from '@/lib/console/preview/query'
import { consoleTexts } from '@/lib/skin/texts'

/** All examples, each in a frame with the width of the chosen screen. A desktop has half its size. */
export function Gallery({ query }: { query: PreviewQuery }) {
  const t = consoleTexts()
  const all = [...examples(0)]
  return exampleGroups.map((group) => (
    <Section key={group} title={t(`preview.groups.${group}`)}>
      <ul className="flex flex-wrap gap-6">
        {all
          .filter(([name]) => name.startsWith(`${group}.`))
          .map(([name, example]) => (
            <li key={name} className={classNames('max-w-full', query.width === 'phone' ? 'w-97.5' : 'w-160')}>
              <ExampleFrame name={name} example={example} query={query} />
            </li>
          ))}
      </ul>
    </Section>
  ))
}

function ExampleFrame({ name, example, query }: { name: string; example: Example; query: PreviewQuery }) {
  const t = consoleTexts()
  const { language: lang, scheme, width } = query
  const url = frameUrl({ state: name, lang, scheme }, example.kind === 'document')
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="flex items-center justify-between gap-3">
        <span lang="en" className="font-mono text-sm break-all">
          {name}
        </span>
        <a
          href={url}
          target="_blank"
          aria-label={t('preview.openLabel', { name })}
          className="inline-flex min-h-6 items-center text-sm text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          {t('preview.open')}
        </a>
      </figcaption>
      <div className={classNames('overflow-hidden outline outline-line', width === 'desktop' && 'h-100')}>
        {/* Only for viewing. The link beside it opens the example for use. */}
        {/* eslint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its scripts and fonts */}
        <iframe
          inert
          title={name}
          src={url}
          loading="lazy"
          className={classNames(
            'block border-0',
            scheme === 'dark' ? 'scheme-dark' : 'scheme-light',
            width === 'phone' ? 'h-175 w-97.5 max-w-full' : 'h-200 w-320 origin-top-left scale-50',
          )}
        />
      </div>
    </figure>
  )
}
