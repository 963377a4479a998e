import { z } from 'zod'

/** A server action for a form that the browser itself posts: the name of the field by which Next finds the action. */
export type FormAction = `$ACTION_ID_${string}`

/**
 * Returns the field of a server action. React writes this field too, for `<form action={action}>`, but only on the
 * server. A form that React renders anew in the browser would have lost it, and an extension that adds an element to
 * the page is reason enough for that.
 *
 * @throws ZodError if the function is no server action.
 */
export function formAction(action: (form: FormData) => Promise<void>): FormAction {
  return `$ACTION_ID_${z.string().parse(Reflect.get(action, '$$id'))}`
}
