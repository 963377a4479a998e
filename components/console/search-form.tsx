import type { Route } from 'next'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { maxSearchLength } from '@/lib/console/search-text'

/**
 * One field and its button. It is a plain form that sets the query, so that it works with Back and without scripts.
 *
 * @param button - the text of the button.
 * @param hidden - hidden fields for the rest of the query.
 */
export function SearchForm({
  path,
  button,
  hidden,
  ...field
}: {
  path: Route
  button: string
  hidden?: ReactNode
} & Pick<ComponentProps<typeof CodeField>, 'name' | 'label' | 'hint' | 'defaultValue' | 'required'>) {
  return (
    <form action={path} role="search" autoComplete="off" className="flex flex-wrap items-end gap-4">
      {hidden}
      <div className="min-w-0 grow basis-72 sm:max-w-xl">
        {/* Resets the field for another search. */}
        <CodeField key={String(field.defaultValue)} maxLength={maxSearchLength} {...field} />
      </div>
      <Button type="submit">{button}</Button>
    </form>
  )
}
