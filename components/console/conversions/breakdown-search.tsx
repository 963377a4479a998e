import type { Route } from 'next'
import { TextLink } from '@/components/console/shared/text-link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { maxSearchLength } from '@/lib/console/conversions/limits'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { conversionMessages } from '@/lib/messages/console-conversions'

const messages = conversionMessages.breakdown.search

/** Searches a breakdown. It is a plain form that sets the query, so it works with Back and without scripts. */
export function BreakdownSearch({
  path,
  searchParams,
  find,
}: {
  path: Route
  searchParams: SearchParams
  find: string
}) {
  const { find: _find, page: _page, ...kept } = searchParams
  return (
    <form action={path} role="search" className="flex flex-wrap items-end gap-4">
      {Object.entries(kept).map(
        ([name, value]) => typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="min-w-0 grow basis-64 sm:max-w-md">
        <Field
          name="find"
          label={messages.label}
          hint={messages.hint}
          defaultValue={find}
          maxLength={maxSearchLength}
          // On Back, the browser would otherwise restore what was typed.
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <Button type="submit">{messages.button}</Button>
      {find !== '' && (
        <TextLink href={pageUrl(path, kept)} isTall>
          {messages.all}
        </TextLink>
      )}
    </form>
  )
}
