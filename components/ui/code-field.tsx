import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field } from './field'

/** For an ID, an address or a code, which the browser neither corrects nor restores on Back. */
export function CodeField({ className, ...field }: ComponentProps<typeof Field>) {
  return (
    <Field
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      className={classNames('font-mono', className)}
    />
  )
}
