import type { Route } from 'next'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { maxSearchLength } from '@/lib/console/shared/search-text'

/**
 * One field and its button. It is a plain form that sets the query, so it works with Back and without scripts.
 *
 * @param button - its text.
 * @param hidden - what else the query keeps.
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
        {/* Another search shows another text. */}
        <CodeField key={String(field.defaultValue)} maxLength={maxSearchLength} {...field} />
      </div>
      <Button type="submit">{button}</Button>
    </form>
  )
}
